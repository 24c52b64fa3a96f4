/** Sizes and times the whole console shares. */
export const sizes = {
  /** Below this window width the menu folds away and opens over the page. */
  narrowPx: 770,
  menuPx: 216,
  menuFoldedPx: 56,
  /** How long a dialog stays in the page after it closed, so that it can fade out. */
  dialogLingerMs: 300,
  toastMs: 3000,
  /** How long a notice with a download link stays. */
  downloadMs: 30_000,
  signOutAfterMs: 2000,
  homeAfterMs: 1500,
  requestTimeoutMs: 60_000,
  pages: [10, 20, 30, 50, 100],
  /** From more rows than this a table draws only the visible ones. */
  virtualFrom: 50,
  inlineActions: 3,
  openPages: 20,
} as const
