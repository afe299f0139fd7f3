import { crc32, gzipSync } from 'node:zlib'
import { archive, officeFile } from './archives.ts'
import { hostileOffice } from './hostile-office.ts'
import {
  bytes,
  encryptedPdf,
  heic,
  jpeg,
  mail,
  manyPages,
  oldOffice,
  pdf,
  png,
  type Sample,
  tiff,
} from './sample-files.ts'

const padded = (start: Buffer | string) =>
  Buffer.concat([Buffer.from(start), Buffer.alloc(600, 0x41)])
const html = Buffer.from(
  '<!DOCTYPE html><html><body><script>alert(1)</script></body></html>',
)
const svg = Buffer.from(
  '<svg xmlns="http://www.w3.org/2000/svg" onload="alert(1)"/>',
)

/** Renamed files of other types, with what the refusal calls them. */
const renamed: [what: string, bytes: Buffer, why: RegExp][] = [
  ['exe', padded('MZ\x90\0'), /is a program/],
  ['elf', padded(bytes('7f454c46')), /is a program/],
  ['mach-o', padded(bytes('cffaedfe')), /is a program/],
  ['class', padded(bytes('cafebabe')), /is a program/],
  ['shell', Buffer.from('#!/bin/sh\nrm -rf ~\n'), /is a script/],
  ['html', html, /is a web page/],
  ['marked html', Buffer.concat([bytes('efbbbf'), html]), /is a web page/],
  ['wide html', Buffer.from(`\ufeff${html}`, 'utf16le'), /is a web page/],
  [
    'wide html of the other byte order',
    Buffer.from(`\ufeff${html}`, 'utf16le').swap16(),
    /is a web page/,
  ],
  [
    'commented html',
    Buffer.from('  <!-- a -->\n<script>alert(1)</script>'),
    /is a web page/,
  ],
  ['svg', svg, /is an SVG drawing/],
  [
    'svg with xml line',
    Buffer.concat([Buffer.from('<?xml version="1.0"?>\n'), svg]),
    /is an SVG drawing/,
  ],
  ['rar', padded('Rar!\x1a\x07'), /is an archive/],
  ['7z', padded(bytes('377abcaf271c')), /is an archive/],
  ['gzip', gzipSync('x'), /is an archive/],
  ['bzip', padded('BZh91AY'), /is an archive/],
  ['cab', padded('MSCF\0\0\0\0'), /is an archive/],
  ['gif', padded('GIF89a'), /is a GIF/],
  [
    'webp',
    padded(Buffer.concat([Buffer.from('RIFF\0\0\0\0WEBPVP8 ')])),
    /is a WebP/,
  ],
  [
    'heic',
    padded(Buffer.concat([bytes('00000018'), Buffer.from('ftypheic')])),
    /is a HEIC/,
  ],
  [
    'avif',
    padded(Buffer.concat([bytes('00000018'), Buffer.from('ftypavif')])),
    /is an AVIF/,
  ],
  [
    'video',
    padded(Buffer.concat([bytes('00000018'), Buffer.from('ftypisom')])),
    /is a video/,
  ],
  ['big tiff', padded(bytes('49492b0008000000')), /is a BigTIFF/],
  ['rtf', Buffer.from('{\\rtf1 {\\object}}'), /is a rich text/],
  ['postscript', Buffer.from('%!PS-Adobe-3.0\n(x) run'), /is a PostScript/],
  ['shortcut', padded(bytes('4c0000000114020000000000')), /is a shortcut/],
  ['old office', oldOffice(false), /is an old Office file/],
  ['zip', archive([{ name: 'a.txt', content: 'x' }]), /is an archive/],
]
const extensions = [
  'pdf',
  'png',
  'jpg',
  'tif',
  'docx',
  'xlsx',
  'csv',
  'txt',
  'eml',
]
const disguises: Sample[] = renamed.flatMap(([what, content, why]) =>
  extensions.map((extension) => ({
    name: `${what} as.${extension}`,
    bytes: content,
    why,
  })),
)

const real: [string, Buffer][] = [
  ['pdf', pdf],
  ['png', png],
  ['jpg', jpeg()],
  ['tif', tiff()],
  ['docx', officeFile('docx')],
  ['xlsx', officeFile('xlsx')],
]
/** A valid file with the extension of another type. */
const swapped: Sample[] = real.flatMap(([own, content]) =>
  extensions
    .filter((other) => other !== own)
    .map((other) => ({
      name: `${own} as.${other}`,
      bytes: content,
      why: / is (?:a|an|no) /,
    })),
)

const refusedExtensions = [
  'exe',
  'zip',
  'html',
  'svg',
  'doc',
  'xls',
  'docm',
  'xlsm',
  'dotx',
  'xlsb',
  'pptx',
  'js',
  'gif',
  'avif',
  'rtf',
  'msg',
  'pdf.exe',
] as const
const refusedNames: Sample[] = [
  ...refusedExtensions.map((extension) => `a.${extension}`),
  'noextension',
  'a.',
  'a.pdf .lnk',
].map((name) => ({ name, bytes: pdf, why: /cannot be uploaded/ }))

const badPdf = /damaged|incomplete/
const pdfs: Sample[] = [
  ['locked.pdf', encryptedPdf('secret'), /is password-protected/],
  ['too long.pdf', manyPages(5001), /more than 5,000 pages/],
  ['cut.pdf', pdf.subarray(0, pdf.length - 200), badPdf],
  ['only a beginning.pdf', Buffer.from('%PDF-1.7\n'), badPdf],
  ['no pages.pdf', Buffer.from('%PDF-1.7\nstartxref\n0\n%%EOF'), badPdf],
  [
    'markup before.pdf',
    Buffer.concat([Buffer.from('x <img src=a onerror=alert(1)>'), pdf]),
    /is not a valid PDF/,
  ],
  ['program before.pdf', Buffer.concat([padded('MZ'), pdf]), /is a program/],
  [
    'begins too late.pdf',
    Buffer.concat([Buffer.alloc(1100, 'x'), pdf]),
    /is not a valid PDF/,
  ],
  ['html before.pdf', Buffer.concat([html, pdf]), /is a web page/],
  ['noise.pdf', Buffer.alloc(5000, 0xaa), /is not a valid PDF/],
].map(([name, content, why]) => ({ name, bytes: content, why }) as Sample)

const photo = await heic()
const replaced = (file: Buffer, from: string, to: string) =>
  Buffer.from(file.toString('latin1').replaceAll(from, to), 'latin1')

/** A HEIC photo that claims this size. */
function withHeicSize(width: number, height: number): Buffer {
  const whole = Buffer.from(photo)
  const at = whole.indexOf('ispe') + 8
  whole.writeUInt32BE(width, at)
  whole.writeUInt32BE(height, at + 4)
  return whole
}

/** A PNG whose header has this size and a valid checksum. */
function pngHeader(width: number, height: number): Buffer {
  const whole = Buffer.from(png)
  whole.writeUInt32BE(width, 16)
  whole.writeUInt32BE(height, 20)
  whole.writeUInt32BE(crc32(whole.subarray(12, 29)), 29)
  return whole
}
const badPicture = /damaged|incomplete/
const pictures: Sample[] = [
  ['cut.png', png.subarray(0, png.length - 12), badPicture],
  ['only a signature.png', png.subarray(0, 8), badPicture],
  [
    'wrong header.png',
    Buffer.concat([png.subarray(0, 20), Buffer.from('x'), png.subarray(21)]),
    badPicture,
  ],
  [
    'zip behind.png',
    Buffer.concat([png, archive([{ name: 'a.exe', content: 'MZ' }])]),
    /after the image/,
  ],
  ['page behind.png', Buffer.concat([png, html]), /after the image/],
  ['bomb.png', pngHeader(60_000, 60_000), /too many pixels/],
  ['large.png', pngHeader(15_800, 15_800), /too many pixels/],
  ['nothing.png', pngHeader(0, 5), badPicture],
  [
    'no picture.png',
    Buffer.concat([png.subarray(0, 33), png.subarray(-12)]),
    badPicture,
  ],
  ['cut.jpg', jpeg({ end: false }), badPicture],
  ['no size.jpg', jpeg({ frame: false }), badPicture],
  ['bomb.jpg', jpeg({ width: 65_000, height: 65_000 }), /too many pixels/],
  ['nothing.jpg', jpeg({ width: 0 }), badPicture],
  ['only a signature.jpg', bytes('ffd8ffe0'), badPicture],
  [
    'noise behind the signature.jpg',
    Buffer.concat([bytes('ffd8ffe0'), Buffer.alloc(900, 0x11)]),
    badPicture,
  ],
  ['cut.heic', photo.subarray(0, photo.length - 40), badPicture],
  ['only a beginning.heic', photo.subarray(0, 40), badPicture],
  ['no size.heic', replaced(photo, 'ispe', 'free'), badPicture],
  ['bomb.heic', withHeicSize(65_000, 65_000), /too many pixels/],
  ['nothing.heic', withHeicSize(0, 5), badPicture],
  [
    'no pages.tif',
    Buffer.concat([Buffer.from('II*\0'), Buffer.alloc(4)]),
    badPicture,
  ],
  ['round.tif', tiff({ next: 24 }), badPicture],
  ['beyond.tif', tiff({ next: 900_000 }), badPicture],
  ['no strips.tif', tiff({ strips: false }), badPicture],
  ['bomb.tif', tiff({ width: 100_000, height: 100_000 }), /too many pixels/],
  ['nothing.tif', tiff({ width: 0 }), badPicture],
  ['cut.tif', tiff().subarray(0, 30), badPicture],
].map(([name, content, why]) => ({ name, bytes: content, why }) as Sample)

/** Encodings of a program's name in a mail. */
const programNames = [
  'filename="=?utf-8?B?aW52b2ljZS5leGU=?="',
  'filename="=?utf-8?Q?invoice=2Eexe?="',
  'filename="=?utf-8?B?aW52b2ljZS4=?=\r\n =?utf-8?B?ZXhl?="',
  'filename=\r\n "run.exe"',
  'filename*0="x.e"; filename*1="xe"',
  'filename*0="x.e";\r\n filename*1="xe"',
  'filename*1="xe"; filename*0="x.e"',
  "filename*=utf-8''run%2Eexe",
  "filename*0*=utf-8''run%2; filename*0*=utf-8''run%2Ee; filename*1*=x%65",
  'filename*0="=?utf-8?B?aW52b2lj"; filename*1="ZS5leGU=?="',
  'filename="run.exe. "',
  'filename="run\\.exe"',
]
const noText = /not plain text/
const texts: Sample[] = [
  ['nul.txt', Buffer.from('a\0b'), noText],
  ['escape.txt', Buffer.from('\u001b]0;title\u0007'), noText],
  ['binary.txt', Buffer.from(Array.from({ length: 256 }, (_, n) => n)), noText],
  ['late nul.txt', Buffer.from(`${'x'.repeat(2 << 20)}\0`), noText],
  ['half a pair.txt', Buffer.from('\ufeffa\ud800b', 'utf16le'), noText],
  ['delete.csv', Buffer.from('a,b\u007f\n'), noText],
  ['nul.csv', Buffer.from('a,b\0\n'), noText],
  [
    'command.csv',
    Buffer.from("a,b\n=cmd|' /C calc'!A0,2\n"),
    /starts a program/,
  ],
  [
    'quoted command.csv',
    Buffer.from('a,"=MSEXCEL|\'..\\..\\x\'!A0"\n'),
    /starts a program/,
  ],
  ['plus command.csv', Buffer.from("+cmd|'/c x'!A1\n"), /starts a program/],
  [
    'at command.csv',
    Buffer.from("x;@SUM(1)+cmd|'/c x'!A1\n".replace('SUM(1)+', 'SUM+')),
    /starts a program/,
  ],
  [
    'late command.csv',
    Buffer.from(`${'a,b\n'.repeat(300_000)}=cmd|' /C calc'!A0\n`),
    /starts a program/,
  ],
  [
    'command behind a sum.csv',
    Buffer.from("1,=1+1+cmd|'/c a,b'!A0\n"),
    /starts a program/,
  ],
  ['bare command.csv', Buffer.from('1\n-cmd|calc!A0\n'), /starts a program/],
  [
    'command with spaces.csv',
    Buffer.from("1; =cmd | '/c x' ! A0\n"),
    /starts a program/,
  ],
  ['end mark inside.txt', Buffer.from('a\u001ab'), noText],
  ['two end marks.csv', Buffer.from('a,b\n\u001a\u001a'), noText],
  ...programNames.map((parameters, index) => [
    `encoded name ${index}.eml`,
    mail('TVqQ', `Content-Disposition: attachment; ${parameters}\r\n`),
    /program attached/,
  ]),
  ['no headers.eml', Buffer.from('Hello, this is no mail.'), /not an email/],
  [
    'odd headers.eml',
    Buffer.from('Colour: red\nShape: round\n\nx'),
    /not an email/,
  ],
  ['nul.eml', mail('a\0b'), noText],
  [
    'program.eml',
    mail('TVqQ', 'Content-Disposition: attachment; filename="run.exe"\r\n'),
    /program attached/,
  ],
  [
    'macro.eml',
    mail('UEsD', 'Content-Type: x/y; name=statement.docm\r\n'),
    /program attached/,
  ],
  [
    'late program.eml',
    mail(
      `${'x'.repeat(70)}\r\n`
        .repeat(30_000)
        .concat('Content-Disposition: attachment; filename=a.js\r\n'),
    ),
    /program attached/,
  ],
].map(([name, content, why]) => ({ name, bytes: content, why }) as Sample)

const empties: Sample[] = extensions.map((extension) => ({
  name: `empty.${extension}`,
  bytes: Buffer.alloc(0),
  why: /is empty/,
}))

/** Files that must be refused, each with the error. */
export const hostileFiles: Sample[] = [
  ...disguises,
  ...swapped,
  ...refusedNames,
  ...pdfs,
  ...hostileOffice,
  ...pictures,
  ...texts,
  ...empties,
]
