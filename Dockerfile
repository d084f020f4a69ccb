# One image for api, worker and the migration job; the command chooses. Node runs the TypeScript; only the bundles of
# workflows and the packages of the clients are built.
FROM node:24-trixie-slim AS clients
WORKDIR /service
RUN apt-get update && apt-get install --yes --no-install-recommends python3-venv
COPY package.json package-lock.json .npmrc ./
COPY packages/client/package.json packages/client/
COPY packages/cli/package.json packages/cli/
# The compiler is a development package.
RUN npm ci --ignore-scripts --include=dev --include=optional
COPY . .
RUN npm run client:pack -- dist/clients && npm run client:python -- dist/clients

FROM node:24-trixie-slim AS build
WORKDIR /service
COPY package.json package-lock.json .npmrc ./
COPY packages/client/package.json packages/client/
COPY packages/cli/package.json packages/cli/
COPY dev/prune-packages.mjs dev/
# The bundler is part of Temporal's worker package, and the native parts of some packages are optional packages.
RUN npm ci --ignore-scripts --omit=dev --include=optional && node dev/prune-packages.mjs
COPY . .
RUN node worker/write-bundles.ts dist/workflows

FROM node:24-trixie-slim
WORKDIR /service
COPY --from=build /service ./
COPY --from=clients /service/dist/clients dist/clients

USER node
ENV NODE_ENV=production
# A start reads the bundle of workflows.
ENV WORKFLOW_BUNDLES=/service/dist/workflows
# The API serves them at /clients/.
ENV CLIENT_PACKAGES=/service/dist/clients
# What a start frees goes back to the system (docs/decisions/memory.md).
ENV MALLOC_ARENA_MAX=2 MALLOC_TRIM_THRESHOLD_=131072
EXPOSE 8080
CMD ["node", "api/main.ts"]
