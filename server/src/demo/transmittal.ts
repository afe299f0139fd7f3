import { mkdir, utimes, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { intakeColumns } from '@portal/contract/data-capture/model'
import type { Loan } from '@portal/contract/loan/model'
import { csvLine } from '../data-capture/draw-csv.ts'
import { titlesOf } from '../data-capture/read-rows.ts'
import { reviewers } from './people.ts'
import { randomFrom } from './random.ts'
import { paperOf } from './tdocs.ts'

const papers = ['Wire confirmation', 'Recorded mortgage', 'Hazard policy', 'Payoff letter', 'Power of attorney']

/** Drops a transmittal where they arrive, with one row that cannot be taken: within two minutes it is read. */
export async function dropTransmittal(folder: string, loans: readonly Loan[], now: Date): Promise<void> {
  const random = randomFrom(7026)
  const rows: string[][] = []
  await mkdir(folder, { recursive: true })
  const rested = new Date(now.getTime() - 3_600_000)
  const put = async (name: string, content: Buffer) => {
    await writeFile(join(folder, name), content)
    await utimes(join(folder, name), rested, rested)
  }
  for (const [index, loan] of random
    .shuffled(loans.filter(({ kind }) => kind !== 'PURCHASED'))
    .slice(0, 8)
    .entries()) {
    const paper = random.pick(papers)
    const name = `${paper} ${loan.loanNumber}.pdf`
    await put(name, paperOf(paper, loan))
    rows.push([loan.loanNumber, name, reviewers[index % reviewers.length]?.vendor ?? '', '', 'TPR;Collateral'])
  }
  const strange = 'Wire confirmation 0000000.pdf'
  const [any] = loans
  if (any) await put(strange, paperOf('Wire confirmation', any))
  rows.push(['0000000', strange, '', '', ''])
  await put('transmittal.csv', Buffer.from([titlesOf(intakeColumns), ...rows].map(csvLine).join('')))
}
