/* The door of notices: their calls. */
export { noticeHandlers } from './routes.ts'
