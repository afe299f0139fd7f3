export const tdocKey = ['tdoc'] as const
