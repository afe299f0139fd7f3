import { existsSync, readFileSync } from 'node:fs'
import { join, normalize } from 'node:path'
import { fileURLToPath } from 'node:url'
import { expect, test } from 'vitest'

const root = fileURLToPath(new URL('../../../', import.meta.url))
const read = (file: string) => readFileSync(join(root, file), 'utf8')

/** The file that an import names; nothing for a package. */
const resolve = (from: string, name: string): string | undefined => {
  if (name.startsWith('@portal/contract/')) return `${name.replace('@portal/contract/', 'contract/src/')}.ts`
  return name.startsWith('.') && /\.tsx?$/.test(name) ? normalize(join(from, '..', name)) : undefined
}

/** All files that the portal loads, by its imports. */
const loadedFiles = (): Set<string> => {
  const loaded = new Set<string>()
  const open = ['web/src/main.tsx', 'server/src/main.ts']
  for (let file = open.pop(); file !== undefined; file = open.pop()) {
    if (loaded.has(file) || !existsSync(join(root, file))) continue
    loaded.add(file)
    for (const [, name = ''] of read(file).matchAll(/(?:from |import\(|import )'([^']+)'/g)) {
      const next = resolve(file, name)
      if (next) open.push(next)
    }
  }
  return loaded
}

/** The fixed parts of a text, between its '{placeholders}'. */
const partsOf = (text: string) => text.split(/\{[^}]*\}/).filter((part) => part.trim() !== '')

/** Every text that sections 5, 8 and 9 of the specification print. */
const specTexts = `
Required
No less than {n} characters
No more than {n} characters
Invalid Date
Failed to check {buyer} Loan Number
Failed to create Post Close SLV
{n} SLV(s) reassigned to {name}
Post Close SLV was successfully created
{n} Days
America/New_York
Failed to update user
Failed to update user permissions
Failed to update user roles
Failed to update user status
User was successfully updated
{n} Permission(s) granted to {user}
User roles was successfully updated
User status was successfully updated
An unexpected error occurred
Failed to update SLV Form
Failed to send SLV request
Failed to start review
Failed to reopen request
Failed to request Pending Documents
Failed to request SLR review
Failed to request Pending Information
Failed to assign SLVs
Failed to upload the documents
Failed to send additional information to SLR
Failed to complete review
Failed to request Trade Desk review
Failed to Withdraw Pending
Failed to approve withdrawal
Failed to decline withdrawal
Failed to resubmit draft
Failed to resubmit request
SLV Form successfully updated
SLV request was successfully sent
Review was successfully started
Request reopened successfully
Pending Documents were successfully requested
SLR review was successfully requested
Pending Information was successfully requested
Documents successfully added
Additional information to SLR was successfully sent
Review was successfully completed
Trade Desk review was successfully requested
Withdrawal was approved successfully
Withdrawal was declined successfully
Resubmit draft successfully
Request was resubmitted successfully
Failed to send report
Failed to download the report
Failed to get the report table
Report was sent successfully
Failed to delete the documents
Failed to send the document
Failed to download file
"{file name}". Failed to upload, please try again.
Documents was successfully deleted
Document was successfully sent
Failed to add the request
Failed to update the request
Failed to delete the request
Request was successfully added
Request was successfully updated
Request was successfully deleted
Failed to update notification
Failed to update notifications
Failed to create notification
Failed to delete notification
Failed to get count of Tdocs to download
Failed to get Tdoc sellers, borrowers, Loan Doc statuses and {product} Loan Numbers
Failed to set reviewer
Failed to set assigned underwriter
Failed to set Status
Failed to set Progress Tracking
Failed to set response
Failed to create Tdoc
Failed to add category
Reviewer was successfully set
Assigned Underwriter was successfully set
Status was successfully set
Progress Tracking was successfully set
Response was successfully set
Tdoc was successfully created
Category was successfully added
Failed to set status
Failed to add comment
Failed to update comment
Failed to delete comment
Failed to update Sla
SLA was updated successfully
Login failed
{file name} Processed successfully.
No emails to register
Invite sent to {email}.
Invites sent to {a} and {b}.
Invites sent to {a}, {b} and 1 more.
Invites sent to {a}, {b} and {n} others.
{message}. Reason: {server error text}
SLVReport.pdf
SLVExcelReport.xlsx
Reporting-Slv.pdf
`

test('every text that the specification prints is in code that the portal loads', () => {
  const loaded = [...loadedFiles()].map(read)
  expect(loaded.length).toBeGreaterThan(500)
  const isShown = (text: string) => loaded.some((code) => partsOf(text).every((part) => code.includes(part)))
  expect(
    specTexts
      .trim()
      .split('\n')
      .filter((text) => !isShown(text)),
  ).toEqual([])
})
