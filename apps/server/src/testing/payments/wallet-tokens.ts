/** Tokens with the shape of wallets' tokens. Nobody can decrypt them. */
export const emptyTokens = {
  google: { signature: 'MEUC', protocolVersion: 'ECv1', signedMessage: '{}' },
  apple: {
    paymentData: {
      version: 'EC_v1',
      data: 'AAAA',
      signature: 'MEUC',
      header: { ephemeralPublicKey: 'MFkw', publicKeyHash: 'AAAA', transactionId: '00' },
    },
    paymentMethod: { network: 'Visa' },
    transactionIdentifier: '00',
  },
} as const;
