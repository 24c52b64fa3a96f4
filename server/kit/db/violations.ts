/** Whether the database refused because of one of these constraints or unique indexes. */
export const isViolation = (error: unknown, ...constraints: readonly string[]): boolean =>
  error instanceof Error && constraints.includes((error as { constraint?: string }).constraint ?? '')
