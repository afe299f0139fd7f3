import { crc32, deflateRawSync } from 'node:zlib'

/**
 * One part of an archive. What it claims besides its bytes is written
 * unchanged, true or not.
 */
export type Part = {
  name: string
  content: string | Buffer
  stored?: boolean
  flags?: number
  method?: number
  claimedSize?: number
  /** Takes the bytes of the part before it. */
  sharesBytes?: boolean
}

/** A zip archive, well or ill made. */
export function archive(
  parts: readonly Part[],
  { comment = '', behind = '' } = {},
): Buffer {
  const localFiles: Buffer[] = []
  const directory: Buffer[] = []
  let size = 0
  let lastOffset = 0
  for (const part of parts) {
    const { name, facts, content } = describePart(part)
    const offset = part.sharesBytes ? lastOffset : size
    if (!part.sharesBytes) {
      const localFile = Buffer.concat([localSignature, facts, name, content])
      localFiles.push(localFile)
      lastOffset = size
      size += localFile.length
    }
    directory.push(directoryEntry(name, facts, offset))
  }

  const list = Buffer.concat(directory)
  return Buffer.concat([
    ...localFiles,
    list,
    endOfDirectory(parts.length, list.length, size, comment.length),
    Buffer.from(comment),
    Buffer.from(behind),
  ])
}

const localSignature = Buffer.from('PK\x03\x04', 'latin1')
const directorySignature = Buffer.from('PK\x01\x02\x14\0', 'latin1')
const endSignature = 'PK\x05\x06'

/** The name, the facts that both of its headers have, and the packed bytes. */
function describePart(part: Part) {
  const bytes = Buffer.from(part.content)
  const content = part.stored ? bytes : deflateRawSync(bytes)
  const name = Buffer.from(part.name)
  const method = part.method ?? (part.stored ? 0 : 8)
  const facts = Buffer.alloc(26)
  facts.writeUInt16LE(20)
  facts.writeUInt16LE(part.flags ?? 0x0800, 2)
  facts.writeUInt16LE(method, 4)
  facts.writeUInt32LE(0x0021_0000, 6)
  facts.writeUInt32LE(crc32(bytes), 10)
  facts.writeUInt32LE(content.length, 14)
  facts.writeUInt32LE(part.claimedSize ?? bytes.length, 18)
  facts.writeUInt16LE(name.length, 22)
  return { name, facts, content }
}

function directoryEntry(name: Buffer, facts: Buffer, offset: number): Buffer {
  const tail = Buffer.alloc(14)
  tail.writeUInt32LE(offset, 10)
  return Buffer.concat([directorySignature, facts, tail, name])
}

function endOfDirectory(
  partCount: number,
  directorySize: number,
  directoryOffset: number,
  commentLength: number,
): Buffer {
  const end = Buffer.alloc(22)
  end.write(endSignature, 'latin1')
  end.writeUInt16LE(partCount, 8)
  end.writeUInt16LE(partCount, 10)
  end.writeUInt32LE(directorySize, 12)
  end.writeUInt32LE(directoryOffset, 16)
  end.writeUInt16LE(commentLength, 20)
  return end
}

const xml = (body: string) =>
  `<?xml version="1.0" encoding="UTF-8" standalone="yes"?>\n${body}`
const rels = (links: string) =>
  xml(
    `<Relationships xmlns="http://schemas.openxmlformats.org/package/2006/relationships">${links}</Relationships>`,
  )

const types = (main: string, more: string) =>
  xml(`<Types xmlns="http://schemas.openxmlformats.org/package/2006/content-types">
    <Default Extension="rels" ContentType="application/vnd.openxmlformats-package.relationships+xml"/>
    <Default Extension="xml" ContentType="application/xml"/>
    <Override PartName="/main.xml" ContentType="${main}"/>${more}</Types>`)

export const officeMain = {
  docx: 'application/vnd.openxmlformats-officedocument.wordprocessingml.document.main+xml',
  xlsx: 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet.main+xml',
} as const

export type Change = {
  main?: string
  types?: string
  links?: string
  parts?: readonly Part[]
  without?: string
}

/** The parts of a small Word or Excel file, with what is to be different. */
export function officeParts(
  kind: keyof typeof officeMain,
  change: Change = {},
): Part[] {
  const folder = kind === 'docx' ? 'word' : 'xl'
  const main = kind === 'docx' ? 'word/document.xml' : 'xl/workbook.xml'
  const relation =
    'http://schemas.openxmlformats.org/officeDocument/2006/relationships'
  return [
    {
      name: '[Content_Types].xml',
      content: types(change.main ?? officeMain[kind], change.types ?? ''),
    },
    {
      name: '_rels/.rels',
      content: rels(
        `<Relationship Id="rId1" Type="${relation}/officeDocument" Target="${main}"/>`,
      ),
    },
    {
      name: main,
      content: xml(
        '<document><body><p>Letter of explanation</p></body></document>',
      ),
    },
    {
      name: `${folder}/_rels/${main.split('/')[1]}.rels`,
      content: rels(
        `<Relationship Id="rId1" Type="${relation}/hyperlink" Target="https://seller.example/" TargetMode="External"/>${change.links ?? ''}`,
      ),
    },
    {
      name: `${folder}/media/image1.png`,
      content: Buffer.from('89504e47', 'hex'),
      stored: true,
    },
    { name: 'docProps/core.xml', content: xml('<coreProperties/>') },
    ...(change.parts ?? []),
  ].filter(({ name }) => name !== change.without)
}

/** A small Word or Excel file. */
export const officeFile = (
  kind: keyof typeof officeMain,
  change: Change = {},
) => archive(officeParts(kind, change))
