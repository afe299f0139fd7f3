import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { getKeys } from '@portal/contract/lib/typed'
import { loanRowLimits } from '@portal/contract/slv/import-api'
import { describe, expect, onTestFinished } from 'vitest'
import { test } from '../../../test/loan-import.ts'
import { openImportReader } from './import-threads.ts'
import { readLoanRows } from './read-loan-rows.ts'

describe('reading an import', () => {
  const attacks = {
    'line breaks.csv': Buffer.alloc(loanRowLimits.bytes, '\n'),
    'rows.csv': Buffer.from(
      `Loan Number\n${'7\n'.repeat(loanRowLimits.bytes / 2 - 6)}`,
    ),
    'elements.xml': Buffer.from(
      `<MESSAGE>${`<A>${'a'.repeat(40)}</A>`.repeat(99_000)}</MESSAGE>`,
    ),
  }
  test.for(getKeys(attacks))(
    '%s doesn’t keep the server from answering others',
    async (name, { folder, seller }) => {
      const reader = openImportReader()
      onTestFinished(reader.stop)
      const path = join(folder, name)
      await writeFile(path, attacks[name])
      const file = { name, path, brandName: 'Buyer' }
      const read = name.endsWith('.csv')
        ? reader.readRows(file, seller)
        : reader.readMismo(file, seller)
      let turns = 0
      const timer = setInterval(() => turns++, 1)
      await expect(read).rejects.toMatchObject({ statusCode: 400 })
      clearInterval(timer)
      expect(turns).toBeGreaterThan(10)
    },
  )

  test('a file that takes too long or too much memory is refused', async ({
    folder,
    seller,
  }) => {
    const path = join(folder, 'loan.xml')
    await writeFile(path, attacks['elements.xml'])
    const refusal = async (limits: Parameters<typeof openImportReader>[0]) => {
      const reader = openImportReader(limits)
      onTestFinished(reader.stop)
      return reader.readMismo({ name: 'loan.xml', path }, seller).then(
        () => null,
        ({ message }: Error) => message,
      )
    }
    expect(await refusal({ limitMs: 1 })).toBe(
      '"loan.xml" took too long to read',
    )
    expect(await refusal({ memoryMb: 24 })).toBe(
      '"loan.xml" needs too much memory to read',
    )
  })

  test('a CSV is read up to its 201st row', async () => {
    const rows = `Loan Number\n${'7001234\n'.repeat(201)}"never closed`
    await expect(
      readLoanRows('loans.csv', Buffer.from(rows), 'Buyer'),
    ).rejects.toThrow('has more than 200 rows')
  })
})
