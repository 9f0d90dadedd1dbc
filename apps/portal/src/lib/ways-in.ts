import { type AuthProvider, type AuthType, servesAuthType, takesPasswords } from '@quayside/contract/tenant.ts';
import { useTenant } from './tenant.ts';

/** How somebody can sign in or register here: what the marina has switched on for it (decision C2.23). */
export function useWaysIn(authType: AuthType): { withPassword: boolean; signOnProviders: AuthProvider[] } {
  const { authProviders } = useTenant();
  const serving = authProviders.filter((provider) => servesAuthType(provider, authType));
  return {
    withPassword: takesPasswords(authProviders, authType),
    signOnProviders: serving.filter(({ key }) => key !== 'credentials'),
  };
}
