import { join } from 'node:path'
import { fileURLToPath } from 'node:url'

export const root = fileURLToPath(new URL('../..', import.meta.url)).replace(/\/$/, '')

/** @param {string[]} parts */
export const inRoot = (...parts) => join(root, ...parts)

/** What a script has to say goes to stderr: stdout belongs to the program it runs. @param {string} text */
export const say = (text) => void process.stderr.write(`${text}\n`)

/** Ends the script with a sentence instead of a stack. @param {() => Promise<number | void>} script */
export async function main(script) {
  try {
    process.exitCode = (await script()) ?? 0
  } catch (error) {
    say(error instanceof Error ? error.message : String(error))
    process.exitCode = 1
  }
}
