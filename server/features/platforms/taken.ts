import type { MessageCode } from '../../../contract/messages.ts'
import { refuse } from '../../kit/refusal.ts'

/** Does it, and refuses where a name is taken: the index of names decides, however many ask at once. */
export async function refusingTaken<T>(message: MessageCode, work: () => Promise<T>): Promise<T> {
  try {
    return await work()
  } catch (error) {
    if ((error as { code?: string }).code === '23505') return refuse(message, {}, 'name')
    throw error
  }
}
