import { readFile } from 'node:fs/promises'
import { expect, test } from 'vitest'
import { inRoot } from './root.mjs'

/** @typedef {{ optionalDependencies?: Record<string, string> }} Entry */

// npm leaves out what its registry does not have for other systems, and `npm ci` then refuses the whole file.
test('the lock file names every optional package, so that npm ci accepts it', async () => {
  /** @type {Record<string, Entry>} */
  const packages = JSON.parse(await readFile(inRoot('package-lock.json'), 'utf8')).packages
  const missing = Object.entries(packages).flatMap(([path, { optionalDependencies = {} }]) =>
    Object.keys(optionalDependencies).filter((name) => !isNamed(packages, path, name)),
  )
  expect(missing).toEqual([])
})

/** @param {Record<string, Entry>} packages @param {string} path @param {string} name @returns {boolean} */
function isNamed(packages, path, name) {
  if (packages[path ? `${path}/node_modules/${name}` : `node_modules/${name}`]) return true
  return (
    path !== '' && isNamed(packages, path.slice(0, Math.max(0, path.lastIndexOf('/node_modules/'))), name)
  )
}
