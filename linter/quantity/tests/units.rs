//! The unit words that people write, and words that are none.

#![allow(clippy::unwrap_used, clippy::panic)]

use designlint_quantity::{Quantity, Rational, parse, scale, tokens, unit};

/// Each word is so many times the base unit, written as a fraction.
fn each(words: &str, factor: &str, base: &str) {
    let base = unit(base).unwrap_or_else(|| panic!("{base}"));
    let factor: Rational = factor.parse().unwrap();
    for word in words.split_whitespace() {
        let found = unit(word).unwrap_or_else(|| panic!("{word} is no unit"));
        assert_eq!(found.factor, &base.factor * &factor, "{word}");
        assert_eq!(found.dimension, base.dimension, "{word}");
    }
}

#[test]
fn data() {
    each("B byte bytes Byte Bytes BYTES octet octets", "1", "byte");
    each("KB kB kilobyte kilobytes Kilobytes kbyte KByte kbytes kb", "1000", "B");
    each("MB megabyte megabytes MByte Mbytes mb", "1000000", "B");
    each("GB gigabyte Gigabytes GByte gb", "1000000000", "B");
    each("TB terabytes tb", "1000000000000", "B");
    each("PB petabytes pb", "1000000000000000", "B");
    each("EB exabyte", "1000000000000000000", "B");
    each("KiB kiB kib kibibyte kibibytes KiByte", "1024", "B");
    each("MiB mib mebibytes", "1048576", "B");
    each("GiB gib gibibyte", "1073741824", "B");
    each("TiB tib tebibyte", "1099511627776", "B");
    each("PiB pebibytes", "1125899906842624", "B");
    each("EiB", "1152921504606846976", "B");
    each("b bit bits Bits", "1/8", "B");
    each("Kb Kbit kbit kilobits kbits", "125", "B");
    each("Mb Mbit Mbits MBit megabits", "125000", "B");
    each("Gb Gbit Gbits gigabit", "125000000", "B");
    each("Tb Tbit", "125000000000", "B");
    each("Kib Kibit", "128", "B");
    each("Gib Gibit", "134217728", "B");
}

#[test]
fn data_per_second() {
    each("bps bit/s", "1", "bps");
    each("kbps Kbps kbit/s", "1000", "bps");
    each("Mbps Mbit/s mbps", "1000000", "bps");
    each("Gbps Gbit/s gbps", "1000000000", "bps");
    each("Tbps", "1000000000000", "bps");
    each("Bps", "8", "bps");
    each("MBps", "8000000", "bps");
    each("GBps", "8000000000", "bps");
}

#[test]
fn time() {
    each("s sec secs second seconds Seconds", "1", "s");
    each("ms msec millisecond milliseconds", "1/1000", "s");
    // Micro sign, Greek mu and the letter u.
    each("\u{b5}s \u{3bc}s us usec microsecond microseconds", "1/1000000", "s");
    each("ns nsec nanoseconds", "1/1000000000", "s");
    each("ps picoseconds", "1/1000000000000", "s");
    each("min mins minute minutes Minutes", "60", "s");
    each("h hr hrs hour hours HOURS", "3600", "s");
    each("d day days Days", "86400", "s");
    each("wk wks week weeks", "604800", "s");
    each("fortnight fortnights", "1209600", "s");
    each("mo month months", "2592000", "s");
    each("yr yrs year years", "31536000", "s");
    each("Hz hertz", "1", "Hz");
    each("kHz", "1000", "Hz");
    each("MHz megahertz", "1000000", "Hz");
    each("GHz", "1000000000", "Hz");
}

#[test]
fn counts_and_their_rates() {
    each("QPS qps RPS rps TPS tps IOPS iops", "1", "QPS");
    each("kQPS KQPS kIOPS", "1000", "QPS");
    each("MQPS", "1000000", "QPS");
    each("RPM rpm", "1/60", "QPS");
    each("FLOPS flops FLOP/s", "1", "QPS");
    each("GFLOPS GFLOP/s", "1000000000", "QPS");
    each("TFLOPS TFLOP/s", "1000000000000", "QPS");
    each("PFLOPS", "1000000000000000", "QPS");
    each("FLOP FLOPs tok toks req reqs msg msgs op ops", "1", "FLOP");
    each("Ktok ktok", "1000", "tok");
    each("Mtok", "1000000", "tok");
    each("TFLOP TFLOPs", "1000000000000", "FLOP");
    for word in ["QPS", "TFLOP", "tok", "req"] {
        assert!(unit(word).unwrap().counts, "{word}");
    }
}

#[test]
fn money() {
    each("USD usd dollar dollars", "1", "USD");
    each("cent cents", "1/100", "USD");
    each("EUR eur euro euros", "1", "EUR");
    let of = |text: &str| {
        let parsed = parse(text, &tokens(text), 0).unwrap();
        Quantity::of(parsed.expression.as_literal().unwrap(), text)
    };
    for (signed, spelt) in
        [("$5", "5 USD"), ("€5", "5 EUR"), ("£5", "5 GBP"), ("¥5", "5 JPY"), ("$1.5M", "1.5 million USD")]
    {
        let (a, b) = (of(signed), of(spelt));
        assert_eq!((a.value, a.dimension), (b.value, b.dimension), "{signed}");
    }
    assert_ne!(of("$5").dimension, of("€5").dimension);
}

#[test]
fn length_mass_and_energy() {
    each("m metre meters", "1", "m");
    each("km Km kilometre kilometers", "1000", "m");
    each("cm", "1/100", "m");
    each("mm millimetres", "1/1000", "m");
    each("\u{b5}m um", "1/1000000", "m");
    each("nm", "1/1000000000", "m");
    each("ft foot feet", "3048/10000", "m");
    each("in inch inches", "254/10000", "m");
    each("mi mile miles", "1609344/1000", "m");
    each("kg kilogram kilograms", "1", "kg");
    each("g gram grams", "1/1000", "kg");
    each("mg milligrams", "1/1000000", "kg");
    each("tonne tonnes", "1000", "kg");
    each("lb lbs", "45359237/100000000", "kg");
    each("W watt watts", "1", "W");
    each("kW", "1000", "W");
    each("MW megawatts", "1000000", "W");
    each("mW", "1/1000", "W");
    each("Wh", "3600", "J");
    each("kWh", "3600000", "J");
    each("MWh", "3600000000", "J");
}

#[test]
fn only_decimal_prefixes_on_bytes_may_mean_1024() {
    let steps = |word: &str| unit(word).unwrap().decimal_steps;
    assert_eq!(["B", "KB", "MB", "GB", "TB", "PB", "gb", "GBps"].map(steps), [0, 1, 2, 3, 4, 5, 3, 3]);
    assert_eq!(["KiB", "GiB", "Mbit", "Gbps", "kHz", "km", "ms", "kQPS", "TFLOP"].map(steps), [0; 9]);
}

#[test]
fn words_that_are_no_units() {
    let words = "entries users nodes shards replicas rows tokens requests GPU GPUs vCPU cores layers heads x of the and KiloB kmin \
                 Mday kweek cB mB mintes secnds hous byts K M G T k million bn % percent pp Ki Gi v2 p99 B2 KBB kk ks2 MiM KK dB";
    for word in words.split_whitespace() {
        assert_eq!(unit(word), None, "{word}");
    }
    assert_eq!(unit(""), None);
    assert_eq!(unit(&"K".repeat(1000)), None);
}

#[test]
fn scale_words() {
    let power = |n: usize| Some(Rational::from(10u64).pow(isize::try_from(n).unwrap()));
    for (words, n) in [
        ("k K thousand thousands Thousand", 3),
        ("M m MM million millions Million mil mln", 6),
        ("B b G bn Bn billion billions bil", 9),
        ("T trillion Trillions", 12),
        ("hundred", 2),
        ("lakh", 5),
        ("crore", 7),
    ] {
        for word in words.split_whitespace() {
            assert_eq!(scale(word), power(n), "{word}");
        }
    }
    for word in ["kilo", "KB", "x", "dozen", "Mega", "t", "g", ""] {
        assert_eq!(scale(word), None, "{word}");
    }
}

#[test]
fn quantities_as_written() {
    let of = |text: &str| {
        let parsed = parse(text, &tokens(text), 0).unwrap_or_else(|| panic!("{text}"));
        let quantity = Quantity::of(parsed.expression.as_literal().unwrap_or_else(|| panic!("{text}")), text);
        (quantity.value.to_string(), quantity.ulp.to_string(), quantity.unit)
    };
    for (text, value, ulp, written) in [
        ("34 MB", "34000000", "1000000", "MB"),
        ("8.4 KB", "8400", "100", "KB"),
        ("1.5M", "1500000", "100000", "M"),
        ("99.5%", "199/200", "1/1000", "%"),
        ("320 KB/s", "320000", "1000", "KB/s"),
        ("1,000 req/s", "1000", "1", "req/s"),
        ("9.06 ms", "453/50000", "1/100000", "ms"),
        ("2 million rows", "2000000", "1000000", "million"),
        ("$1.5M", "1500000", "100000", "M"),
        ("3 m²", "3", "1", "m²"),
        ("512", "512", "1", ""),
    ] {
        assert_eq!(of(text), (value.into(), ulp.into(), written.into()), "{text}");
    }
}
