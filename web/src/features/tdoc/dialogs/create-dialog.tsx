import { Box, Text, Textarea, TextInput } from '@mantine/core'
import { useDebouncedCallback } from '@mantine/hooks'
import { checkFields } from '@portal/contract/lib/errors'
import { required } from '@portal/contract/lib/fields'
import { toLoanNumber } from '@portal/contract/lib/typed-values'
import type { CategoryType } from '@portal/contract/review-category/model'
import { imageFileName as imageFileNameRule } from '@portal/contract/tdoc/api'
import { modeOf } from '@portal/contract/tdoc/model'
import { tdocModeRules } from '@portal/contract/tdoc/policy'
import { useState } from 'react'
import { problemsOf } from '../../../lib/call-error.ts'
import { text } from '../../../lib/text/format.ts'
import {
  actorOf,
  useBranding,
  useProfile,
} from '../../../records/auth/queries.ts'
import { FormDialog } from '../../../ui/dialogs.tsx'
import { Facts } from '../../../ui/facts.tsx'
import { useCheckImage, useCheckTdocLoan, useCreateTdoc } from '../writes.ts'
import { CategoryChoice, VendorNames } from './choice-fields.tsx'

type CreateDialogProps = {
  vendors: readonly string[]
  onCreated: (id: string) => void
  onClose: () => void
}

const pause = 350

const empty = {
  buyerLoanNumber: '',
  imageFileName: '',
  vendorName: '',
  comment: '',
}
export const CreateDialog = ({
  vendors,
  onCreated,
  onClose,
}: CreateDialogProps) => {
  const { name: brandName } = useBranding()
  const actor = actorOf(useProfile())
  const [values, setValues] = useState(empty)
  const [categories, setCategories] = useState<CategoryType[]>([])
  const [problems, setProblems] = useState<Partial<Record<string, string>>>({})
  const [hasFailed, setHasFailed] = useState(false)
  const loan = useCheckTdocLoan(brandName, hasFailed)
  const image = useCheckImage()
  const create = useCreateTdoc()
  const checkLoan = useDebouncedCallback((typed: string) => {
    const number = toLoanNumber(typed)
    if (number.length >= 4)
      loan.mutate(number, {
        onError: () => setHasFailed(true),
        onSuccess: () => setHasFailed(false),
      })
  }, pause)
  const checkImage = useDebouncedCallback((name: string) => {
    if (imageFileNameRule.safeParse(name).success) image.mutate(name)
  }, pause)

  const loanNumber = toLoanNumber(values.buyerLoanNumber)
  const isLoanChecked = loan.variables === loanNumber && loanNumber !== ''
  const known = isLoanChecked ? loan.data : undefined
  const isNotTheirs = known
    ? !tdocModeRules[modeOf(known.loanKind)](actor)
    : false
  const imageName = values.imageFileName.trim()
  const isImageChecked = image.variables === imageName && imageName !== ''
  const isInUse = isImageChecked && image.data === true
  const wrongName =
    imageName === ''
      ? undefined
      : imageFileNameRule.safeParse(imageName).error?.issues[0]?.message

  const field = (
    name: keyof typeof empty,
    check?: (value: string) => void,
  ) => ({
    value: values[name],
    error: problems[name],
    autoComplete: 'off',
    onChange: ({ currentTarget }: { currentTarget: { value: string } }) => {
      setValues({ ...values, [name]: currentTarget.value })
      setProblems({ ...problems, [name]: undefined })
      check?.(currentTarget.value.trim())
    },
  })

  const submit = async () => {
    const found = {
      ...(loanNumber === '' && { buyerLoanNumber: required }),
      ...((imageName === '' || wrongName) && {
        imageFileName: wrongName ?? required,
      }),
    }
    setProblems(found)
    if (Object.keys(found).length > 0) throw new Error(checkFields)
    try {
      const tdoc = await create.mutateAsync({
        buyerLoanNumber: loanNumber,
        imageFileName: imageName,
        categories,
        vendorName: values.vendorName.trim() || undefined,
        comment: values.comment.trim() || undefined,
      })
      onCreated(tdoc.id)
    } catch (error) {
      setProblems(
        Object.fromEntries(
          problemsOf(error).map((problem) => [problem.field, problem.error]),
        ),
      )
      throw error
    }
  }

  return (
    <FormDialog
      title="Create Tdoc"
      submitLabel="Create"
      onClose={onClose}
      onSubmit={submit}
      isSubmitDisabled={isInUse || isNotTheirs}
      size="lg"
    >
      <TextInput
        label={`${brandName} Loan Number`}
        {...field('buyerLoanNumber', checkLoan)}
        maxLength={40}
        spellCheck={false}
        required
        data-autofocus
      />
      <Box mih="1.5rem" role="status">
        {loanNumber.length < 4 && !isLoanChecked && (
          <Text c="dimmed">The loan is looked up as you type.</Text>
        )}
        {loanNumber.length >= 4 &&
          !(isLoanChecked && (loan.isSuccess || loan.isError)) && (
            <Text c="dimmed">Looking up the loan…</Text>
          )}
        {isLoanChecked && loan.isError && (
          <Text c="var(--mantine-color-error)">
            Couldn’t check the loan. Your entries are kept.
          </Text>
        )}
        {isNotTheirs && (
          <Text c="var(--mantine-color-error)">
            This loan is purchased, and you do not have access to the queue of
            purchased loans.
          </Text>
        )}
        {known && !isNotTheirs && (
          <Facts
            facts={[
              { label: 'Loan', value: known.buyerLoanNumber },
              { label: 'Borrower', value: text(known.borrowerLastName) },
              { label: 'Seller', value: text(known.sellerName) },
              { label: 'Corr ID', value: text(known.corrId) },
              { label: 'Product', value: text(known.productCode) },
              {
                label: 'LoanDock status',
                value: text(known.currentLoanDockStatus),
              },
            ]}
          />
        )}
      </Box>
      <TextInput
        label="Image file name"
        {...field('imageFileName', checkImage)}
        maxLength={255}
        error={
          isInUse
            ? 'This image file name is already in use'
            : (wrongName ?? problems.imageFileName)
        }
        spellCheck={false}
        required
      />
      <Box mih="1.5rem" role="status">
        {isImageChecked && image.data === false && (
          <Text c="dimmed">This name is available.</Text>
        )}
        {isImageChecked && image.isError && (
          <Text c="dimmed">
            Couldn’t check the name. It is checked again when you create the
            Tdoc.
          </Text>
        )}
      </Box>
      <TextInput
        label="Vendor"
        description="The vendor’s reviewers see the Tdoc and respond to it. If you leave this blank, only underwriters see it."
        {...field('vendorName')}
        maxLength={200}
        list="create-tdoc-vendors"
      />
      <VendorNames id="create-tdoc-vendors" seen={vendors} />
      <CategoryChoice value={categories} onChange={setCategories} />
      <Textarea
        label="Comment"
        description="Internal. Not visible to the vendor."
        {...field('comment')}
        maxLength={4000}
        autosize
        minRows={2}
      />
    </FormDialog>
  )
}
