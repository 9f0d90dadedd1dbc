import { makeSealCertificate } from '../providers/pdf/seal/seal-certificate.ts';
import { sandboxOrigin } from './sandbox-origin.ts';

/**
 * The certificate of the sandbox's stand-in for Apple's gateway on this machine. It proves nothing else, and only
 * settings in test mode can hold one.
 */
const gatewayCertificate = `-----BEGIN CERTIFICATE-----
MIIBrjCCAVWgAwIBAgIUOFP9tWiTznohZNC95xnGrQOXCxkwCgYIKoZIzj0EAwIw
HjEcMBoGA1UEAwwTU2FuZGJveCBvZiBRdWF5c2lkZTAgFw0yNjExMjEyMjE4NDBa
GA8yMTI2MTAyODIyMTg0MFowHjEcMBoGA1UEAwwTU2FuZGJveCBvZiBRdWF5c2lk
ZTBZMBMGByqGSM49AgEGCCqGSM49AwEHA0IABIMdSeagU9ZDvMPIKyX/SdcCWiOt
+Dz0GsJKrIW5UsPH/2vGXMK3zcRzO9w8c0ofyTV5xoO8ror+0rFjp3iIZOCjbzBt
MB0GA1UdDgQWBBREKuVEjqcxUF3CjdAnS/gv6pe7ezAfBgNVHSMEGDAWgBREKuVE
jqcxUF3CjdAnS/gv6pe7ezAPBgNVHRMBAf8EBTADAQH/MBoGA1UdEQQTMBGHBH8A
AAGCCWxvY2FsaG9zdDAKBggqhkjOPQQDAgNHADBEAiB+DJZZ7qKlFz4KBVhFuLQi
r8ll0N3isTJxcU837txvOwIgZxUk1lwPs+f6vhw5SUZuOBgSl6tAYU6FcrKhuSdm
l44=
-----END CERTIFICATE-----
`;

/** Returns the settings that depend on the sandbox's address. */
export function walletAddresses(sandboxUrl: string) {
  const scripts = sandboxOrigin(sandboxUrl, 'wallets');
  const gateway = new URL(sandboxOrigin(sandboxUrl, 'appleGateway'));
  return {
    googlePay: { scriptUrl: `${scripts}/gp/p/js/pay.js` },
    applePay: { scriptUrl: `${scripts}/jsapi/v1/apple-pay-sdk.js`, validationHosts: [gateway.host] },
  };
}

/**
 * Returns the card vault provider's settings of both wallets. The marina's certificate is made here; in production
 * Apple issues it.
 * @param tokenKey the key by which the sandbox recognises the merchant as a gateway of Google Pay
 */
export async function walletSettings(marina: string, tokenKey: string, { sandboxUrl, now }: Sandbox) {
  const merchantIdentifier = `merchant.localhost.${marina}`;
  const { certificate, privateKey } = await makeSealCertificate(merchantIdentifier, now);
  const { googlePay, applePay } = walletAddresses(sandboxUrl);
  return {
    googlePay: { gatewayMerchantId: tokenKey, ...googlePay },
    applePay: {
      merchantIdentifier,
      certificate: certificate.toString(),
      privateKey: privateKey.export({ type: 'pkcs8', format: 'pem' }).toString(),
      domainAssociation: `Sandbox: ${merchantIdentifier}`,
      certificateAuthority: gatewayCertificate,
      ...applePay,
    },
  };
}

interface Sandbox {
  sandboxUrl: string;
  now: Date;
}
