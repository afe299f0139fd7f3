/** The start of the query keys of all Tdoc data. */
export const tdocKey = ['tdoc'] as const
