import { writeBundles } from './workflow-bundle.ts'

/** `node worker/write-bundles.ts <folder>`: the image makes the bundles of workflows ahead of every start. */
const [folder] = process.argv.slice(2)
if (folder === undefined) throw new Error('Name the folder: node worker/write-bundles.ts <folder>')
await writeBundles(folder)
