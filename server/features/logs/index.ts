/* The door of the logs: what people did, and what the chat bot did for them. */
export { forgetOperations, logChecks } from './operations-kept.ts'
export { logHandlers } from './routes.ts'
