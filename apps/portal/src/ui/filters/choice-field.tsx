import { useId } from 'react';
import fieldStyles from '../form/field.module.css';
import { FieldFrame } from '../form/field.tsx';
import { Select } from '../form/select-field.tsx';
import { PrintedFilter } from './printed-filter.tsx';

interface ChoiceFieldProps<Value extends string> {
  label: string;
  options: readonly { value: Value; label: string }[];
  chosen: Value;
  onChoose: (value: Value) => void;
}

/** A choice outside of forms. It takes effect at once. */
export function ChoiceField<Value extends string>({ label, options, chosen, onChoose }: ChoiceFieldProps<Value>) {
  const id = useId();
  return (
    <>
      <FieldFrame id={id} label={label} hint={undefined} error={undefined}>
        <Select
          id={id}
          autoComplete="off"
          className={fieldStyles.input}
          value={chosen}
          onChange={(event) => onChoose(event.currentTarget.value as Value)}
        >
          {options.map(({ value, label: text }) => (
            <option key={value} value={value}>
              {text}
            </option>
          ))}
        </Select>
      </FieldFrame>
      <PrintedFilter name={label} value={options.find(({ value }) => value === chosen)?.label ?? ''} />
    </>
  );
}
