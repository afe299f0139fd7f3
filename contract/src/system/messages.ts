export const systemMessages = {
  retry: {
    done: 'The job will run again in a few seconds',
    failed: 'Failed to retry the job',
  },
  drop: { done: 'The job was dropped', failed: 'Failed to drop the job' },
  testMail: {
    done: ({
      address,
      refusal,
    }: {
      address: string
      refusal: string | null
    }) =>
      refusal === null
        ? `A test email was sent to ${address}`
        : `The mail server refuses ${address}: ${refusal}`,
    failed: 'Failed to send a test email',
  },
} as const
