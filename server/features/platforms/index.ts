/* The door of platforms: their calls and what they take in from the link. */
export { platformAbsorbers } from './absorb.ts'
export { findPlatforms } from './find.ts'
export { registerImages } from './images.ts'
export { platformChoices } from './queries.ts'
export { platformHandlers } from './routes.ts'
