// Runs inside a hosted field's frame.
import { runFieldFrame } from '../../cards/scripts/field-frame.ts';
import { tokenize } from './field-token.ts';

runFieldFrame(tokenize);
