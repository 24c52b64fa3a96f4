import type { features } from '../../../contract/index.ts'
import type { Handlers } from '../../kit/http/handler.ts'
import { listOperations } from './operations.ts'

/** Answers the calls about the logs. */
export const logHandlers: Handlers<typeof features.logs> = {
  serviceLogs: (ctx, params) => listOperations(ctx, params),
}
