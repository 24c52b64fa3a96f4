/* The door of statistics: what platforms did by day and by month. */
export { statisticsHandlers } from './routes.ts'
