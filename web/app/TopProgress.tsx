import { useRequesting } from '../kit/progress.ts'

/** A line at the top of the window while requests run; it waits a moment, so that quick ones don't flicker. */
export function TopProgress() {
  const requesting = useRequesting()
  return <div className="pb-progress" data-on={requesting || undefined} role="presentation" />
}
