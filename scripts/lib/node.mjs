import { existsSync } from 'node:fs'
import { inRoot } from './root.mjs'

/** The Node that the product is written for: the one npm installed beside it, or this one when it is new enough. */
export function pinnedNode() {
  const installed = inRoot('node_modules', `node-${process.platform}-${process.arch}`, 'bin/node')
  if (existsSync(installed)) return installed
  if (Number(process.versions.node.split('.')[0]) >= 24) return process.execPath
  throw new Error(
    `Node 24 is needed and npm has none for ${process.platform}-${process.arch}: install Node 24 or newer and start again.`,
  )
}
