export const loadReviewWorkbench = async () => (await import('./ReviewWorkbench.tsx')).ReviewWorkbench
