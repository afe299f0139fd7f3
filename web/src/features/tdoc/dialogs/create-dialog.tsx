import { Textarea, TextInput } from '@mantine/core'
import { useDebouncedCallback } from '@mantine/hooks'
import { required } from '@portal/contract/lib/fields'
import type { CategoryType } from '@portal/contract/review-category/model'
import { imageFileName as imageFileNameRule } from '@portal/contract/tdoc/api'
import { modeOf } from '@portal/contract/tdoc/model'
import { tdocModeRules } from '@portal/contract/tdoc/policy'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { problemsOf } from '../../../lib/call-error.ts'
import { text } from '../../../lib/format.ts'
import { FormDialog } from '../../../ui/dialogs.tsx'
import { Facts } from '../../../ui/facts.tsx'
import { useBranding, useProfile } from '../../auth/queries.ts'
import { actorOf } from '../../user/people/actor.ts'
import { reviewersQuery } from '../../user/queries.ts'
import { useCheckImage, useCheckTdocLoan, useCreateTdoc } from '../make-writes.ts'
import { CategoryChoice } from './category-choice.tsx'
import classes from './dialogs.module.css'

type CreateDialogProps = { vendors: readonly string[]; onCreated: (id: string) => void; onClose: () => void }

/** Milliseconds of rest in typing before anything is asked. */
const pause = 350

/** A Tdoc by hand: its loan is looked up and its image file name checked while they are typed. */
export const CreateDialog = ({ vendors, onCreated, onClose }: CreateDialogProps) => {
  const { name: brandName } = useBranding()
  const actor = actorOf(useProfile())
  const [loanNumber, setLoanNumber] = useState('')
  const [imageFileName, setImageFileName] = useState('')
  const [vendorName, setVendorName] = useState('')
  const [categories, setCategories] = useState<CategoryType[]>([])
  const [comment, setComment] = useState('')
  const [problems, setProblems] = useState<Record<string, string>>({})
  const [hasFailed, setHasFailed] = useState(false)
  const loan = useCheckTdocLoan(brandName, hasFailed)
  const image = useCheckImage()
  const create = useCreateTdoc()
  const reviewers = useQuery(reviewersQuery())
  const names = [...new Set([...(reviewers.data ?? []).map(({ companyName }) => companyName), ...vendors])].sort()
  const lookUp = useDebouncedCallback((number: string) => {
    if (number.length >= 4)
      loan.mutate(number, { onError: () => setHasFailed(true), onSuccess: () => setHasFailed(false) })
  }, pause)
  const checkImage = useDebouncedCallback((name: string) => {
    if (imageFileNameRule.safeParse(name).success) image.mutate(name)
  }, pause)

  const wanted = loanNumber.trim()
  const isAnswered = loan.variables === wanted && wanted !== ''
  const known = isAnswered ? loan.data : undefined
  const isOfOthers = known ? !tdocModeRules[modeOf(known.loanKind)](actor) : false
  const imageName = imageFileName.trim()
  const isChecked = image.variables === imageName && imageName !== ''
  const isInUse = isChecked && image.data === true
  const isFree = isChecked && image.data === false
  const wrongName = imageName === '' ? undefined : imageFileNameRule.safeParse(imageName).error?.issues[0]?.message
  const forget = (field: string) => setProblems(({ [field]: _, ...rest }) => rest)

  const submit = async () => {
    const found: Record<string, string> = {}
    if (wanted === '') found.buyerLoanNumber = required
    const name = imageFileNameRule.safeParse(imageFileName.trim())
    if (imageFileName.trim() === '') found.imageFileName = required
    else if (!name.success) found.imageFileName = name.error.issues[0]?.message ?? required
    setProblems(found)
    if (Object.keys(found).length > 0) throw new Error('Check the highlighted fields.')
    try {
      const tdoc = await create.mutateAsync({
        buyerLoanNumber: wanted,
        imageFileName: imageFileName.trim(),
        categories,
        ...(vendorName.trim() !== '' && { vendorName: vendorName.trim() }),
        ...(comment.trim() !== '' && { comment: comment.trim() }),
      })
      onCreated(tdoc.id)
    } catch (error) {
      setProblems(Object.fromEntries(problemsOf(error).map((problem) => [problem.field, problem.error])))
      throw error
    }
  }

  return (
    <FormDialog
      isOpen
      title="Create Tdoc"
      submitLabel="Create"
      onClose={onClose}
      onSubmit={submit}
      isSubmitDisabled={isInUse || isOfOthers}
      size="lg"
    >
      <TextInput
        label={`${brandName} Loan Number`}
        value={loanNumber}
        maxLength={40}
        error={problems.buyerLoanNumber}
        autoComplete="off"
        spellCheck={false}
        required
        data-autofocus
        onChange={({ currentTarget }) => {
          setLoanNumber(currentTarget.value)
          forget('buyerLoanNumber')
          lookUp(currentTarget.value.trim())
        }}
      />
      <div className={classes.answer} role="status">
        {wanted.length < 4 && !isAnswered && <p>The loan is looked up while you type.</p>}
        {wanted.length >= 4 && !(isAnswered && (loan.isSuccess || loan.isError)) && <p>Looking the loan up…</p>}
        {isAnswered && loan.isError && (
          <p className={classes.failed}>The loan could not be checked. What you typed stays.</p>
        )}
        {isOfOthers && (
          <p className={classes.failed}>This loan is purchased, and you do not have the queue of purchased loans.</p>
        )}
        {known && !isOfOthers && (
          <Facts
            facts={[
              { label: 'Loan', value: known.buyerLoanNumber },
              { label: 'Borrower', value: text(known.borrowerLastName) },
              { label: 'Seller', value: text(known.sellerName) },
              { label: 'Corr ID', value: text(known.corrId) },
              { label: 'Product', value: text(known.productCode) },
              { label: 'LoanDock status', value: text(known.currentLoanDockStatus) },
            ]}
          />
        )}
      </div>
      <TextInput
        label="Image file name"
        value={imageFileName}
        maxLength={255}
        error={isInUse ? 'This image file name is in use' : (wrongName ?? problems.imageFileName)}
        autoComplete="off"
        spellCheck={false}
        required
        onChange={({ currentTarget }) => {
          setImageFileName(currentTarget.value)
          forget('imageFileName')
          checkImage(currentTarget.value.trim())
        }}
      />
      <div className={classes.answer} role="status">
        {isFree && <p>This name is free.</p>}
        {isChecked && image.isError && <p>The name could not be checked. It is checked again when the Tdoc is made.</p>}
      </div>
      <TextInput
        label="Vendor"
        description="Its reviewers see the Tdoc and answer it. Choose from the list, or leave it empty: then it stays with underwriters."
        value={vendorName}
        maxLength={200}
        error={problems.vendorName}
        list="create-tdoc-vendors"
        autoComplete="off"
        onChange={({ currentTarget }) => {
          setVendorName(currentTarget.value)
          forget('vendorName')
        }}
      />
      <datalist id="create-tdoc-vendors">
        {names.map((name) => (
          <option key={name} value={name} />
        ))}
      </datalist>
      <CategoryChoice value={categories} onChange={setCategories} />
      <Textarea
        label="Comment"
        description="For underwriters only; a vendor does not see it."
        value={comment}
        maxLength={4000}
        autosize
        minRows={2}
        error={problems.comment}
        onChange={({ currentTarget }) => setComment(currentTarget.value)}
      />
    </FormDialog>
  )
}
