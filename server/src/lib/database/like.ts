/** A LIKE pattern for lower-case text that contains these words; %, _ and \ stand for themselves. */
export const containing = (words: string): string => `%${words.toLowerCase().replace(/[\\%_]/g, '\\$&')}%`
