/**
 * The signs of codes that people type from paper: Crockford's base 32, without
 * the letters that look like digits.
 */
export const codeAlphabet = '0123456789ABCDEFGHJKMNPQRSTVWXYZ'

/** In groups of four: 'K7QM-2D9X-TB4W'. */
export const formatCode = (code: string): string =>
  code.match(/.{1,4}/g)?.join('-') ?? code

/**
 * A code as typed from paper: case, spaces, hyphens and other marks don't matter,
 * and letters that look like digits are read as these.
 */
export const readCode = (typed: string): string =>
  typed
    .toUpperCase()
    .replace(/[^\dA-Z]/g, '')
    .replaceAll('O', '0')
    .replace(/[IL]/g, '1')
