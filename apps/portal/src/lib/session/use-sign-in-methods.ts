import { type AuthProvider, type AuthType, servesAuthType, takesPasswords } from '@quayside/contract/tenant/tenant.ts';
import { useTenant } from '../tenant.ts';

/** Returns the ways to sign in or register that the marina has switched on (decision C2.23). */
export function useSignInMethods(authType: AuthType): { withPassword: boolean; signOnProviders: AuthProvider[] } {
  const { authProviders } = useTenant();
  const serving = authProviders.filter((provider) => servesAuthType(provider, authType));
  return {
    withPassword: takesPasswords(authProviders, authType),
    signOnProviders: serving.filter(({ key }) => key !== 'credentials'),
  };
}
