import { formSections } from '@portal/contract/slv/form'
import { expect, test } from 'vitest'
import { sectionsFor } from './sections.ts'

const asked = (receivedAt: string | null) => ({
  pendingDocuments: [{ id: '0191d2a0-0000-7000-8000-000000000001', name: 'Bank statement', note: '', receivedAt }],
})
const ids = (role: 'SELLER' | 'UNDERWRITER', receivedAt: string | null) =>
  sectionsFor(role, asked(receivedAt)).map(({ id }) => id)

test('a seller has the documents that are awaited first, and last once they came', () => {
  expect(ids('SELLER', null)[0]).toBe('documents')
  expect(ids('SELLER', '2026-03-02T15:00:00.000Z')).toEqual(formSections.map(({ id }) => id))
})

test('an underwriter, who has them beside the request, has them nowhere else', () =>
  expect(ids('UNDERWRITER', null)).toEqual(formSections.map(({ id }) => id).filter((id) => id !== 'documents')))
