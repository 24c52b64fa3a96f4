import type * as z from 'zod'
import type { World } from './world.ts'

export interface Answer {
  state: 'done' | 'accepted' | 'refused'
  reason: string
}
export const done: Answer = { state: 'done', reason: '' }
export const refused = (reason: string): Answer => ({ state: 'refused', reason })

/** What the platform understands: each judges its data itself, and changes things in the caller's transaction. */
export type Verb = (world: World, platformId: number, data: unknown, key: string) => Answer

export function verb<Shape extends z.ZodType>(definition: {
  data: Shape
  carryOut: (world: World, platformId: number, data: z.infer<Shape>, key: string) => Answer
}): Verb {
  return (world, platformId, data, key) => {
    const wellFormed = definition.data.safeParse(data)
    if (wellFormed.success) return definition.carryOut(world, platformId, wellFormed.data, key)
    const [issue] = wellFormed.error.issues
    return refused(`${['data', ...(issue?.path ?? [])].join('.')}: ${issue?.message}`)
  }
}
