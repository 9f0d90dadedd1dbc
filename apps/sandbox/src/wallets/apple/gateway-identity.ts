import { keyPairOf } from '../../cards/wallet-tokens/wallet-keys.ts';

/**
 * The identity of the gateway on this machine. Everybody can read its key here, so it proves nothing, and only
 * marinas in test mode can be told to trust it. It exists so that servers verify the gateway. The key must fit a
 * certificate that both sides know before they start.
 */
export const gatewayIdentity = {
  key: keyPairOf(Buffer.from('quayside sandbox: Apple’s gateway', 'utf8')).privateKey.export({
    type: 'pkcs8',
    format: 'pem',
  }),
  certificate: `-----BEGIN CERTIFICATE-----
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
`,
};
