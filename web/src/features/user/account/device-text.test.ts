import { expect, test } from 'vitest'
import { describeDevice } from './device-text.ts'

const chrome = (system: string) =>
  `Mozilla/5.0 (${system}) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/140.0.0.0 Safari/537.36`
const webkit = (system: string, browser: string) =>
  `Mozilla/5.0 (${system}) AppleWebKit/605.1.15 (KHTML, like Gecko) ${browser} Safari/605.1.15`

test.each([
  [chrome('Windows NT 10.0; Win64; x64'), 'Chrome on Windows'],
  [`${chrome('Windows NT 10.0; Win64; x64')} Edg/140.0.0.0`, 'Edge on Windows'],
  [
    'Mozilla/5.0 (X11; Linux x86_64; rv:143.0) Gecko/20100101 Firefox/143.0',
    'Firefox on Linux',
  ],
  [
    webkit('Macintosh; Intel Mac OS X 10_15_7', 'Version/18.0'),
    'Safari on Mac',
  ],
  [
    webkit(
      'iPhone; CPU iPhone OS 18_0 like Mac OS X',
      'CriOS/140.0 Mobile/15E148',
    ),
    'Chrome on iPhone',
  ],
  [chrome('Linux; Android 15; Pixel 9'), 'Chrome on Android'],
  ['curl/8.5.0', 'Another browser'],
  ['', 'Another browser'],
])('%s', (userAgent, words) => expect(describeDevice(userAgent)).toBe(words))
