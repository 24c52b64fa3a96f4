/* The door of the logs: what people did, and what the chat bot did for them. */
export { demoBotKey } from './bot-key.ts'
export { forgetBotLog, forgetOperations, logChecks } from './kept.ts'
export { logHandlers } from './routes.ts'
