/** What the key of everything that is read of Tdocs begins with. */
export const tdocKey = ['tdoc'] as const
