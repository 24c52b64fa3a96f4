import { createWriteStream } from 'node:fs'
import { rename, rm } from 'node:fs/promises'
import { finished } from 'node:stream/promises'
import { fieldName } from '../../../contract/fields.ts'
import { say } from '../../../contract/messages.ts'
import { type SheetColumn, writeSheet } from '../../kit/sheet.ts'
import { newFile } from './files.ts'
import type { RunningTask, TaskContext, TaskResult } from './runner.ts'

interface Export<Row> {
  columns: readonly SheetColumn<Row>[]
  /** As a cursor yields them; taken only as fast as they can be written. */
  rows: AsyncIterable<Row>
  /** What the list was filtered by, in people's words; default the task's params as they were sent. */
  filter?: readonly (readonly [label: string, value: string])[]
}

/**
 * Writes rows into an .xlsx of the downloads folder, in memory that does not grow with them. A second sheet says what
 * it holds, who asked, when, in which zone, by which filter, and how many rows there are.
 */
export async function exportSheet<Row>(
  { services, task, caller, progress }: Pick<TaskContext, 'services' | 'task' | 'caller' | 'progress'>,
  { columns, rows, filter = filterOf(task) }: Export<Row>,
): Promise<TaskResult> {
  const { clock, config } = services
  const { title, language } = task
  const asked = clock.now()
  const { stored, path } = await newFile(config.home)
  const unfinished = `${path}.part`
  const out = createWriteStream(unfinished, { mode: 0o600 })
  const closed = finished(out)
  // A full disk is reported by the write that meets it; without this the same error would end the process.
  closed.catch(() => {})
  async function* counted() {
    let taken = 0
    for await (const row of rows) {
      if (taken % 500 === 0)
        await progress(say('tasks.exportRunning', language, { title, rows: taken }), taken)
      taken += 1
      yield row
    }
  }
  try {
    const count = await writeSheet(out, say('tasks.sheetName', language), columns, counted(), {
      about: {
        name: say('tasks.aboutSheet', language),
        lines: (written) => [
          [say('tasks.aboutTitle', language), title],
          [say('tasks.aboutRequester', language), caller.username],
          [say('tasks.aboutTime', language), clock.format(asked)],
          [say('tasks.aboutZone', language), clock.timeZone],
          [say('tasks.aboutRows', language), String(written)],
          ...filter,
        ],
      },
    })
    out.end()
    await closed
    await rename(unfinished, path)
    return {
      tips: say('tasks.exportReady', language, { title, rows: count }),
      rows: count,
      file: { stored, name: `data-export-${clock.dayOf(asked)}.xlsx` },
    }
  } catch (error) {
    out.destroy()
    await rm(unfinished, { force: true })
    throw error
  }
}

const filterOf = ({ params, language }: RunningTask): [string, string][] =>
  Object.entries(params)
    .filter(([, value]) => value !== null && value !== '')
    .map(([name, value]) => [
      fieldName(name, language),
      typeof value === 'object' && !Array.isArray(value) ? JSON.stringify(value) : String(value),
    ])
