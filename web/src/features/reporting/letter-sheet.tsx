import { Box, Group, Stack, Text } from '@mantine/core'
import type { SlvReport } from '@portal/contract/reporting/answers'
import type { Letter } from '@portal/contract/slv/decision/letter-api'
import { occupancyLabels } from '@portal/contract/slv/model'
import { verifyPath } from '@portal/contract/user/navigation'
import * as format from '../../lib/text/format.ts'
import { QrCode } from '../../ui/qr-code.tsx'
import { PaperSheet, PrintedLine } from './paper.tsx'
import classes from './slv-report.module.css'
import {
  getReportTitle,
  ReportDecision,
  ReportDocuments,
  ReportVariances,
} from './slv-report-sheet.tsx'

type LetterSheetProps = { report: SlvReport; letter: Letter }

/**
 * The seller's letter about a decision, with the guidelines that it is about,
 * and the code by which anyone verifies it.
 */
export const LetterSheet = ({ report, letter }: LetterSheetProps) => {
  const { slv, factors = [], askedBy, askedAt } = report
  const title = getReportTitle(slv)
  const printed = `Printed ${format.dateTime(askedAt)} (New York) by ${askedBy}`
  return (
    <PaperSheet
      className={classes.sheet}
      kind="Decision letter"
      title={`Decision letter ${title}`}
      margins={{ top: `Decision letter · ${title}`, bottom: printed }}
    >
      <Group justify="space-between" align="flex-start" mt="1rem">
        <Box flex="1 1 18rem" miw={0}>
          <p>{format.date(slv.decisionDate)}</p>
          <Box component="p" mt="0.75rem">
            <b>{slv.sellerName}</b>
            <br />
            {slv.ownerName}
          </Box>
          <Box
            component="h1"
            id="report-title"
            mt="0.75rem"
            tabIndex={-1}
            data-page-title
          >
            {title}
          </Box>
          <Box component="p" c="var(--report-quiet)">
            {listParticulars(report).join(' · ')}
          </Box>
        </Box>
        <LetterCode letter={letter} publicUrl={report.publicUrl ?? ''} />
      </Group>
      <ReportDecision report={report} />
      <ReportDocuments slv={slv} />
      <ReportVariances slv={slv} factors={factors} />
      <PrintedLine>{printed}</PrintedLine>
    </PaperSheet>
  )
}

/** What the letter is about: the loan, without what only its request says. */
const listParticulars = ({ slv }: SlvReport): string[] =>
  [
    slv.buyerNonAgencyProgram,
    slv.purpose,
    slv.occupancy && occupancyLabels[slv.occupancy],
    [slv.city, slv.state].filter(Boolean).join(' '),
    slv.loanAmount === null ? null : format.money(slv.loanAmount),
    slv.date && `Requested ${format.date(slv.date)}`,
  ].flatMap((part) => part || [])

type LetterCodeProps = { letter: Letter; publicUrl: string }

const LetterCode = ({ letter: { code }, publicUrl }: LetterCodeProps) => (
  <Stack gap="0.25rem" align="flex-end">
    <QrCode
      text={`${publicUrl}${verifyPath}/${code}`}
      alt="QR code that verifies this letter"
      size="7rem"
    />
    <b>{code}</b>
    <Text size="xs" c="var(--report-quiet)" maw="16rem" ta="end">
      Verify this letter at {publicUrl}
      {verifyPath}
    </Text>
  </Stack>
)
