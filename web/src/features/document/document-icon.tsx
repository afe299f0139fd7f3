import type { DocumentType } from '@portal/contract/document/model'
import {
  IconFileSpreadsheet,
  IconFileText,
  IconFileTypePdf,
  IconFileWord,
  IconMail,
  IconPhoto,
} from '@tabler/icons-react'

const icons = {
  PDF: IconFileTypePdf,
  PNG: IconPhoto,
  JPEG: IconPhoto,
  TIFF: IconPhoto,
  DOCX: IconFileWord,
  XLSX: IconFileSpreadsheet,
  CSV: IconFileSpreadsheet,
  TXT: IconFileText,
  EML: IconMail,
} as const satisfies Record<DocumentType, unknown>

/** What a file is, at a glance; its words stand beside it. */
export const DocumentIcon = ({ type, size = 20 }: { type: DocumentType; size?: number }) => {
  const Icon = icons[type]
  return <Icon size={size} stroke={1.5} aria-hidden />
}
