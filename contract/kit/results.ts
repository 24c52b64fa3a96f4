import './no-eval.ts'
import * as z from 'zod'

/** `data` of a list: rows, and their exact number over the whole filter. */
export const listOf = <T extends z.ZodType>(row: T) => z.object({ list: z.array(row), count: z.int() })

/** The same with what the page's selectors offer. */
export const listWith = <T extends z.ZodType, C extends z.ZodType>(row: T, configs: C) =>
  z.object({ list: z.array(row), count: z.int(), configs })

/** `data` of a call that only does something. */
export const done = () => z.null()

/** `data` of a call that became a task. */
export const taskStarted = () => z.object({ taskId: z.string() })

/** Verdict of a batch, row by row. */
export const batchVerdict = () =>
  z.object({
    ok: z.array(z.string()),
    failed: z.array(z.object({ orderNo: z.string(), message: z.string() })),
  })

/** Labels by stored value, as selectors want them. */
export const labels = () => z.record(z.string(), z.string())

/** A moment shown in the region's zone: 'YYYY-MM-DD HH:mm:ss', or empty. */
export const moment = () => z.string()
/** An on/off value on the wire. */
export const onOff = () => z.union([z.literal(0), z.literal(1)])
