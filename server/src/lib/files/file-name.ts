import { hiddenCharacters } from '@portal/contract/lib/fields'

const longest = 255
/**
 * No system allows longer file names. Names from outside are cut to this length
 * before any matching.
 */
const longestGiven = 4096

export const getExtension = (name: string): string =>
  /\.([^.\s]{1,20})$/.exec(name)?.[1]?.toLowerCase() ?? ''

/**
 * A file's name for display: no folders or control, direction and hidden
 * characters, at most 255 characters with its extension. Never empty.
 */
export function fileName(given: string | undefined): string {
  const cleaned = (given ?? '')
    .slice(0, longestGiven)
    .normalize('NFC')
    .replace(hiddenCharacters, '')
  const last = cleaned.split(/[/\\]/).at(-1) ?? ''
  const name = trimEnding(last.replace(/\s+/g, ' ').trimStart())
  const extension = getExtension(name)
  const stem = extension ? name.slice(0, -extension.length - 1) : name
  const ending = extension ? name.slice(-extension.length - 1) : ''
  const room = longest - [...ending].length
  return `${[...(stem || 'file')].slice(0, room).join('')}${ending}`
}

/**
 * Without trailing spaces and dots. A loop, since `/[ .]+$/` takes quadratic
 * time.
 */
function trimEnding(name: string): string {
  let end = name.length
  while (end > 0 && ' .'.includes(name.charAt(end - 1))) end--
  return name.slice(0, end)
}

const escapes: Record<string, string> = { '%22': '"', '%0d': '\r', '%0a': '\n' }

/**
 * The name of an uploaded file. Browsers escape quotes and line breaks, and
 * only those (HTML, multipart/form-data).
 */
export const uploadedName = (given: string): string =>
  given.replace(
    /%(?:22|0d|0a)/gi,
    (sign) => escapes[sign.toLowerCase()] ?? sign,
  )

/** RFC 6266: a plain name for old programs, and the true one in UTF-8. */
export const contentDisposition = (
  kind: 'attachment' | 'inline',
  name: string,
): string => {
  const plain = name.replace(/[^\x20-\x7e]|["\\%]/g, '_')
  const whole = encodeURIComponent(name).replace(
    /['()*]/g,
    (sign) => `%${sign.charCodeAt(0).toString(16).toUpperCase()}`,
  )
  return `${kind}; filename="${plain}"; filename*=UTF-8''${whole}`
}
