/** What may lie over the whole console, one at a time. */
export type Overlay = 'palette' | 'help' | 'sessions' | 'alerts'
