export const documentMessages = {
  add: {
    done: 'Documents successfully added',
    failed: 'Failed to upload the documents',
  },
  delete: {
    done: 'Documents was successfully deleted',
    failed: 'Failed to delete the documents',
  },
  send: {
    done: 'Document was successfully sent',
    failed: 'Failed to send the document',
  },
  setFactors: {
    done: 'Document was attached to the factor',
    failed: 'Failed to attach the document to the factor',
  },
  verifyFactor: {
    done: 'Verification was saved',
    failed: 'Failed to save the verification',
  },
  answer: {
    done: 'Answer was saved',
    failed: 'Failed to save the answer',
  },
  withdraw: {
    done: 'Answer was withdrawn',
    failed: 'Failed to withdraw the answer',
  },
  accept: {
    done: 'Answer was accepted',
    failed: 'Failed to accept the answer',
  },
  download: { failed: 'Failed to download file' },
} as const

/** For a failed upload without a reason from the server (spec.md §8). */
export const uploadFailed = (name: string) =>
  `"${name}". Failed to upload, please try again.`
