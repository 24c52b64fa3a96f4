/** A LIKE pattern for texts that begin so; % and _ are plain characters. */
export const beginning = (text: string): string => `${text.replace(/[\\%_]/g, '\\$&')}%`
