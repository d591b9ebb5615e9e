//! The arithmetic: whole numbers only, so that it does not matter in which order they are added, on how many threads, or on what
//! machine. An activation is an `i16` with 8 fractional bits.

/// The largest activation; the smallest is its negative.
pub const LARGEST: i32 = 4095;
/// 1 as an activation.
pub const ONE: i32 = 256;

/// A layer: a weighted sum of its inputs for each output, and what the sum is multiplied with.
#[derive(Clone, Debug)]
pub struct Linear {
    /// How many inputs there are.
    pub inputs: usize,
    /// How many outputs there are.
    pub outputs: usize,
    /// The weights: a row of `inputs` for each output. They have 8 bits, but are multiplied as 16.
    pub weights: Vec<i16>,
    /// What each sum begins with.
    pub bias: Vec<i32>,
    /// What each sum is multiplied with, of 2^24.
    pub factor: Vec<u32>,
}

/// An activation stays within its limits.
#[inline]
pub fn clip(number: i64) -> i16 {
    number.clamp(-LARGEST as i64, LARGEST as i64) as i16
}

/// A sum as an activation.
#[inline]
pub fn scaled(sum: i32, factor: u32) -> i16 {
    clip((i64::from(sum) * i64::from(factor) + (1 << 23)) >> 24)
}

/// A sum with 16 fractional bits.
#[inline]
pub fn scaled_finely(sum: i32, factor: u32) -> i32 {
    let fine = (i64::from(sum) * i64::from(factor) + (1 << 15)) >> 16;
    fine.clamp(i32::MIN.into(), i32::MAX.into()) as i32
}

/// How many products are summed side by side. With so many the compiler finds the instruction that multiplies and adds pairs of 16 bits
/// (on x86-64 0.8 instructions a product; with a plain sum 2.0, with the crate `wide` 0.9).
const ABREAST: usize = 16;

/// The sum of the products.
#[inline]
pub fn dot(weights: &[i16], inputs: &[i16]) -> i32 {
    let ((weights, last), (inputs, rest)) = (weights.as_chunks::<ABREAST>(), inputs.as_chunks::<ABREAST>());
    let mut sums = [0; ABREAST];
    for (weights, inputs) in weights.iter().zip(inputs) {
        add_products(&mut sums, weights, inputs);
    }
    sums.iter().sum::<i32>() + plain_dot(last, rest)
}

#[inline]
fn plain_dot(weights: &[i16], inputs: &[i16]) -> i32 {
    weights.iter().zip(inputs).map(|(&weight, &input)| i32::from(weight) * i32::from(input)).sum()
}

#[inline]
fn add_products(sums: &mut [i32; ABREAST], weights: &[i16; ABREAST], inputs: &[i16; ABREAST]) {
    for (sum, (&weight, &input)) in sums.iter_mut().zip(weights.iter().zip(inputs)) {
        *sum += i32::from(weight) * i32::from(input);
    }
}

impl Linear {
    /// The weighted sums of so many rows of inputs, one behind the other, each made an activation or whatever `keep` makes of the
    /// sum and its factor. A row of weights is read once for all of them.
    #[inline]
    pub fn each<T>(&self, inputs: &[i16], outputs: &mut [T], keep: impl Fn(i32, u32) -> T) {
        for (output, weights) in self.weights.chunks_exact(self.inputs).enumerate() {
            let (bias, factor) = (self.bias[output], self.factor[output]);
            for (row, outputs) in inputs.chunks_exact(self.inputs).zip(outputs.chunks_exact_mut(self.outputs)) {
                outputs[output] = keep(bias + dot(weights, row), factor);
            }
        }
    }

    /// [`Linear::forward`] for inputs that are mostly 0, in long stretches: those are passed over. `filled` is memory to work in.
    pub fn forward_sparse(&self, inputs: &[i16], outputs: &mut [i16], filled: &mut Vec<usize>) {
        for (row, outputs) in inputs.chunks_exact(self.inputs).zip(outputs.chunks_exact_mut(self.outputs)) {
            let (row, rest) = row.as_chunks::<ABREAST>();
            filled.clear();
            filled.extend((0..row.len()).filter(|&at| row[at] != [0; ABREAST]));
            for (output, weights) in self.weights.chunks_exact(self.inputs).enumerate() {
                let (weights, last) = weights.as_chunks::<ABREAST>();
                let mut sums = [0; ABREAST];
                for &at in &*filled {
                    add_products(&mut sums, &weights[at], &row[at]);
                }
                let sum = sums.iter().sum::<i32>() + plain_dot(last, rest);
                outputs[output] = scaled(self.bias[output] + sum, self.factor[output]);
            }
        }
    }

    /// [`Linear::each`] as activations.
    pub fn forward(&self, inputs: &[i16], outputs: &mut [i16]) {
        self.each(inputs, outputs, scaled);
    }

    /// [`Linear::forward`], and nothing below 0.
    pub fn forward_relu(&self, inputs: &[i16], outputs: &mut [i16]) {
        self.each(inputs, outputs, |sum, factor| scaled(sum, factor).max(0));
    }
}

/// The largest whole number whose square is not larger.
pub fn root(number: u64) -> u64 {
    number.isqrt()
}

/// A vector made as long as its number of numbers, so that they are about 1.
pub fn norm(numbers: &[i16], out: &mut [i16]) {
    let squares: u64 = numbers.iter().map(|&number| (i64::from(number) * i64::from(number)) as u64).sum();
    let mean = squares / numbers.len() as u64;
    let factor = ((1u64 << 32) / root((mean + 1) << 16)) as i64;
    for (&number, out) in numbers.iter().zip(out) {
        *out = clip((i64::from(number) * factor + (1 << 15)) >> 16);
    }
}
