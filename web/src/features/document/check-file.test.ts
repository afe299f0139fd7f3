import { maxDocumentBytes } from '@portal/contract/document/model'
import { expect, test } from 'vitest'
import { fileProblem } from './check-file.ts'

test.each(['a.pdf', 'A.PDF', 'statement.2026.JPEG', 'rent roll.xlsx', 'mail.eml', 'x.tif'])('%s may be sent', (name) =>
  expect(fileProblem({ name, size: 1 })).toBeNull(),
)

test.each(['a.exe', 'a.pdf.exe', 'pdf', 'a.svg', 'a.html', 'a.zip', 'a.docm', ''])('%s is not taken in', (name) =>
  expect(fileProblem({ name, size: 1 })).toContain('Files of this kind are not taken in'),
)

test('nothing, and one byte more than 50 MB', () => {
  expect(fileProblem({ name: 'a.pdf', size: 0 })).toBe('This file is empty.')
  expect(fileProblem({ name: 'a.pdf', size: maxDocumentBytes })).toBeNull()
  expect(fileProblem({ name: 'a.pdf', size: maxDocumentBytes + 1 })).toBe('This file is larger than 50 MB.')
})
