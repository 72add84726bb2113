//! Runs the public JSON parsing test suite with the verdicts of RFC 8259, on whole texts and inside the fields of a
//! product, where the verdict must be equal.
//!
//! Three groups: texts that every parser must accept (95), must reject (188), and may treat either way (35); the latter
//! document the choice made here.

use renewal_rules::{Code, Diagnostic, Input, Options, check, check_catalogue, check_catalogue_lines};
use renewal_rules_oracle::cases::verdict;

/// Valid JSON.
const ACCEPTED: &[(&str, &[u8])] = &[
    ("array_arraysWithSpaces", b"[[]   ]"),
    ("array_empty-string", br#"[""]"#),
    ("array_empty", b"[]"),
    ("array_ending_with_newline", br#"["a"]"#),
    ("array_false", b"[false]"),
    ("array_heterogeneous", br#"[null, 1, "1", {}]"#),
    ("array_null", b"[null]"),
    ("array_with_1_and_newline", b"[1\n]"),
    ("array_with_leading_space", b" [1]"),
    ("array_with_several_null", b"[1,null,null,null,2]"),
    ("array_with_trailing_space", b"[2] "),
    ("number", b"[123e65]"),
    ("number_0e+1", b"[0e+1]"),
    ("number_0e1", b"[0e1]"),
    ("number_after_space", b"[ 4]"),
    ("number_double_close_to_zero", b"[-0.000000000000000000000000000000000000000000000000000000000000000000000000000001]"),
    ("number_int_with_exp", b"[20e1]"),
    ("number_minus_zero", b"[-0]"),
    ("number_negative_int", b"[-123]"),
    ("number_negative_one", b"[-1]"),
    ("number_negative_zero", b"[-0]"),
    ("number_real_capital_e", b"[1E22]"),
    ("number_real_capital_e_neg_exp", b"[1E-2]"),
    ("number_real_capital_e_pos_exp", b"[1E+2]"),
    ("number_real_exponent", b"[123e45]"),
    ("number_real_fraction_exponent", b"[123.456e78]"),
    ("number_real_neg_exp", b"[1e-2]"),
    ("number_real_pos_exponent", b"[1e+2]"),
    ("number_simple_int", b"[123]"),
    ("number_simple_real", b"[123.456789]"),
    ("object", br#"{"asd":"sdf", "dfg":"fgh"}"#),
    ("object_basic", br#"{"asd":"sdf"}"#),
    ("object_duplicated_key", br#"{"a":"b","a":"c"}"#),
    ("object_duplicated_key_and_value", br#"{"a":"b","a":"b"}"#),
    ("object_empty", b"{}"),
    ("object_empty_key", br#"{"":0}"#),
    ("object_escaped_null_in_key", br#"{"foo\u0000bar": 42}"#),
    ("object_extreme_numbers", br#"{ "min": -1.0e+28, "max": 1.0e+28 }"#),
    ("object_long_strings", br#"{"x":[{"id": "xxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxx"}], "id": "xxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxx"}"#),
    ("object_simple", br#"{"a":[]}"#),
    ("object_string_unicode", br#"{"title":"\u041f\u043e\u043b\u0442\u043e\u0440\u0430 \u0417\u0435\u043c\u043b\u0435\u043a\u043e\u043f\u0430" }"#),
    ("object_with_newlines", b"{\n\"a\": \"b\"\n}"),
    ("string_1_2_3_bytes_UTF-8_sequences", br#"["\u0060\u012a\u12AB"]"#),
    ("string_accepted_surrogate_pair", br#"["\uD801\udc37"]"#),
    ("string_accepted_surrogate_pairs", br#"["\ud83d\ude39\ud83d\udc8d"]"#),
    ("string_allowed_escapes", br#"["\"\\\/\b\f\n\r\t"]"#),
    ("string_backslash_and_u_escaped_zero", br#"["\\u0000"]"#),
    ("string_backslash_doublequotes", br#"["\""]"#),
    ("string_comments", br#"["a/*b*/c/*d//e"]"#),
    ("string_double_escape_a", br#"["\\a"]"#),
    ("string_double_escape_n", br#"["\\n"]"#),
    ("string_escaped_control_character", br#"["\u0012"]"#),
    ("string_escaped_noncharacter", br#"["\uFFFF"]"#),
    ("string_in_array", br#"["asd"]"#),
    ("string_in_array_with_leading_space", br#"[ "asd"]"#),
    ("string_last_surrogates_1_and_2", br#"["\uDBFF\uDFFF"]"#),
    ("string_nbsp_uescaped", br#"["new\u00A0line"]"#),
    ("string_nonCharacterInUTF-8_U+10FFFF", b"[\"\xf4\x8f\xbf\xbf\"]"),
    ("string_nonCharacterInUTF-8_U+FFFF", b"[\"\xef\xbf\xbf\"]"),
    ("string_null_escape", br#"["\u0000"]"#),
    ("string_one-byte-utf-8", br#"["\u002c"]"#),
    ("string_pi", b"[\"\xcf\x80\"]"),
    ("string_reservedCharacterInUTF-8_U+1BFFF", b"[\"\xf0\x9b\xbf\xbf\"]"),
    ("string_simple_ascii", br#"["asd "]"#),
    ("string_space", br#"" ""#),
    ("string_surrogates_U+1D11E_MUSICAL_SYMBOL_G_CLEF", br#"["\uD834\uDd1e"]"#),
    ("string_three-byte-utf-8", br#"["\u0821"]"#),
    ("string_two-byte-utf-8", br#"["\u0123"]"#),
    ("string_u+2028_line_sep", b"[\"\xe2\x80\xa8\"]"),
    ("string_u+2029_par_sep", b"[\"\xe2\x80\xa9\"]"),
    ("string_uEscape", br#"["\u0061\u30af\u30EA\u30b9"]"#),
    ("string_uescaped_newline", br#"["new\u000Aline"]"#),
    ("string_unescaped_char_delete", b"[\"\x7f\"]"),
    ("string_unicode", br#"["\uA66D"]"#),
    ("string_unicodeEscapedBackslash", br#"["\u005C"]"#),
    ("string_unicode_2", b"[\"\xe2\x8d\x82\xe3\x88\xb4\xe2\x8d\x82\"]"),
    ("string_unicode_U+10FFFE_nonchar", br#"["\uDBFF\uDFFE"]"#),
    ("string_unicode_U+1FFFE_nonchar", br#"["\uD83F\uDFFE"]"#),
    ("string_unicode_U+200B_ZERO_WIDTH_SPACE", br#"["\u200B"]"#),
    ("string_unicode_U+2064_invisible_plus", br#"["\u2064"]"#),
    ("string_unicode_U+FDD0_nonchar", br#"["\uFDD0"]"#),
    ("string_unicode_U+FFFE_nonchar", br#"["\uFFFE"]"#),
    ("string_unicode_escaped_double_quote", br#"["\u0022"]"#),
    ("string_utf8", b"[\"\xe2\x82\xac\xf0\x9d\x84\x9e\"]"),
    ("string_with_del_character", b"[\"a\x7fa\"]"),
    ("structure_lonely_false", b"false"),
    ("structure_lonely_int", b"42"),
    ("structure_lonely_negative_real", b"-0.1"),
    ("structure_lonely_null", b"null"),
    ("structure_lonely_string", br#""asd""#),
    ("structure_lonely_true", b"true"),
    ("structure_string_empty", br#""""#),
    ("structure_trailing_newline", b"[\"a\"]\n"),
    ("structure_true_in_array", b"[true]"),
    ("structure_whitespace_array", b" [] "),
];

/// Invalid JSON. The test itself generates the deeply nested cases.
const REFUSED: &[(&str, &[u8])] = &[
    ("array_1_true_without_comma", b"[1 true]"),
    ("array_a_invalid_utf8", b"[a\xe5]"),
    ("array_colon_instead_of_comma", br#"["": 1]"#),
    ("array_comma_after_close", br#"[""],"#),
    ("array_comma_and_number", b"[,1]"),
    ("array_double_comma", b"[1,,2]"),
    ("array_double_extra_comma", br#"["x",,]"#),
    ("array_extra_close", br#"["x"]]"#),
    ("array_extra_comma", br#"["",]"#),
    ("array_incomplete", br#"["x""#),
    ("array_incomplete_invalid_value", b"[x"),
    ("array_inner_array_no_comma", b"[3[4]]"),
    ("array_invalid_utf8", b"[\xff]"),
    ("array_items_separated_by_semicolon", b"[1:2]"),
    ("array_just_comma", b"[,]"),
    ("array_just_minus", b"[-]"),
    ("array_missing_value", br#"[   , ""]"#),
    ("array_newlines_unclosed", b"[\"a\",\n4\n,1,"),
    ("array_number_and_comma", b"[1,]"),
    ("array_number_and_several_commas", b"[1,,]"),
    ("array_spaces_vertical_tab_formfeed", b"[\"\x0ba\"\\f]"),
    ("array_star_inside", b"[*]"),
    ("array_unclosed", br#"["""#),
    ("array_unclosed_trailing_comma", b"[1,"),
    ("array_unclosed_with_new_lines", b"[1,\n1\n,1"),
    ("array_unclosed_with_object_inside", b"[{}"),
    ("incomplete_false", b"[fals]"),
    ("incomplete_null", b"[nul]"),
    ("incomplete_true", b"[tru]"),
    ("multidigit_number_then_00", b"123\0"),
    ("number_++", b"[++1234]"),
    ("number_+1", b"[+1]"),
    ("number_+Inf", b"[+Inf]"),
    ("number_-01", b"[-01]"),
    ("number_-1.0.", b"[-1.0.]"),
    ("number_-2.", b"[-2.]"),
    ("number_-NaN", b"[-NaN]"),
    ("number_.-1", b"[.-1]"),
    ("number_.2e-3", b"[.2e-3]"),
    ("number_0.1.2", b"[0.1.2]"),
    ("number_0.3e+", b"[0.3e+]"),
    ("number_0.3e", b"[0.3e]"),
    ("number_0.e1", b"[0.e1]"),
    ("number_0_capital_E+", b"[0E+]"),
    ("number_0_capital_E", b"[0E]"),
    ("number_0e+", b"[0e+]"),
    ("number_0e", b"[0e]"),
    ("number_1.0e+", b"[1.0e+]"),
    ("number_1.0e-", b"[1.0e-]"),
    ("number_1.0e", b"[1.0e]"),
    ("number_1_000", b"[1 000.0]"),
    ("number_1eE2", b"[1eE2]"),
    ("number_2.e+3", b"[2.e+3]"),
    ("number_2.e-3", b"[2.e-3]"),
    ("number_2.e3", b"[2.e3]"),
    ("number_9.e+", b"[9.e+]"),
    ("number_Inf", b"[Inf]"),
    ("number_NaN", b"[NaN]"),
    ("number_U+FF11_fullwidth_digit_one", b"[\xef\xbc\x91]"),
    ("number_expression", b"[1+2]"),
    ("number_hex_1_digit", b"[0x1]"),
    ("number_hex_2_digits", b"[0x42]"),
    ("number_infinity", b"[Infinity]"),
    ("number_invalid+-", b"[0e+-1]"),
    ("number_invalid-negative-real", b"[-123.123foo]"),
    ("number_invalid-utf-8-in-bigger-int", b"[123\xe5]"),
    ("number_invalid-utf-8-in-exponent", b"[1e1\xe5]"),
    ("number_invalid-utf-8-in-int", b"[0\xe5]\n"),
    ("number_minus_infinity", b"[-Infinity]"),
    ("number_minus_sign_with_trailing_garbage", b"[-foo]"),
    ("number_minus_space_1", b"[- 1]"),
    ("number_neg_int_starting_with_zero", b"[-012]"),
    ("number_neg_real_without_int_part", b"[-.123]"),
    ("number_neg_with_garbage_at_end", b"[-1x]"),
    ("number_real_garbage_after_e", b"[1ea]"),
    ("number_real_with_invalid_utf8_after_e", b"[1e\xe5]"),
    ("number_real_without_fractional_part", b"[1.]"),
    ("number_starting_with_dot", b"[.123]"),
    ("number_with_alpha", b"[1.2a-3]"),
    ("number_with_alpha_char", b"[1.8011670033376514H-308]"),
    ("number_with_leading_zero", b"[012]"),
    ("object_bad_value", br#"["x", truth]"#),
    ("object_bracket_key", br#"{[: "x"}"#),
    ("object_comma_instead_of_colon", br#"{"x", null}"#),
    ("object_double_colon", br#"{"x"::"b"}"#),
    ("object_emoji", b"{\xf0\x9f\x87\xa8\xf0\x9f\x87\xad}"),
    ("object_garbage_at_end", br#"{"a":"a" 123}"#),
    ("object_key_with_single_quotes", b"{key: 'value'}"),
    ("object_lone_continuation_byte_in_key_and_trailing_comma", b"{\"\xb9\":\"0\",}"),
    ("object_missing_colon", br#"{"a" b}"#),
    ("object_missing_key", br#"{:"b"}"#),
    ("object_missing_semicolon", br#"{"a" "b"}"#),
    ("object_missing_value", br#"{"a":"#),
    ("object_no-colon", br#"{"a""#),
    ("object_non_string_key", b"{1:1}"),
    ("object_non_string_key_but_huge_number_instead", b"{9999E9999:1}"),
    ("object_repeated_null_null", b"{null:null,null:null}"),
    ("object_several_trailing_commas", br#"{"id":0,,,,,}"#),
    ("object_single_quote", b"{'a':0}"),
    ("object_trailing_comma", br#"{"id":0,}"#),
    ("object_trailing_comment", br#"{"a":"b"}/**/"#),
    ("object_trailing_comment_open", br#"{"a":"b"}/**//"#),
    ("object_trailing_comment_slash_open", br#"{"a":"b"}//"#),
    ("object_trailing_comment_slash_open_incomplete", br#"{"a":"b"}/"#),
    ("object_two_commas_in_a_row", br#"{"a":"b",,"c":"d"}"#),
    ("object_unquoted_key", br#"{a: "b"}"#),
    ("object_unterminated-value", br#"{"a":"a"#),
    ("object_with_single_string", br#"{ "foo" : "bar", "a" }"#),
    ("object_with_trailing_garbage", br#"{"a":"b"}#"#),
    ("single_space", b" "),
    ("string_1_surrogate_then_escape", br#"["\uD800\"]"#),
    ("string_1_surrogate_then_escape_u", br#"["\uD800\u"]"#),
    ("string_1_surrogate_then_escape_u1", br#"["\uD800\u1"]"#),
    ("string_1_surrogate_then_escape_u1x", br#"["\uD800\u1x"]"#),
    ("string_accentuated_char_no_quotes", b"[\xc3\xa9]"),
    ("string_backslash_00", b"[\"\\\0\"]"),
    ("string_escape_x", br#"["\x00"]"#),
    ("string_escaped_backslash_bad", br#"["\\\"]"#),
    ("string_escaped_ctrl_char_tab", b"[\"\\\t\"]"),
    ("string_escaped_emoji", b"[\"\\\xf0\x9f\x8c\x80\"]"),
    ("string_incomplete_escape", br#"["\"]"#),
    ("string_incomplete_escaped_character", br#"["\u00A"]"#),
    ("string_incomplete_surrogate", br#"["\uD834\uDd"]"#),
    ("string_incomplete_surrogate_escape_invalid", br#"["\uD800\uD800\x"]"#),
    ("string_invalid-utf-8-in-escape", b"[\"\\u\xe5\"]"),
    ("string_invalid_backslash_esc", br#"["\a"]"#),
    ("string_invalid_unicode_escape", br#"["\uqqqq"]"#),
    ("string_invalid_utf8_after_escape", b"[\"\\\xe5\"]"),
    ("string_leading_uescaped_thinspace", br#"[\u0020"asd"]"#),
    ("string_no_quotes_with_bad_escape", br"[\n]"),
    ("string_single_doublequote", br#"""#),
    ("string_single_quote", b"['single quote']"),
    ("string_single_string_no_double_quotes", b"abc"),
    ("string_start_escape_unclosed", br#"["\"#),
    ("string_unescaped_ctrl_char", b"[\"a\0a\"]"),
    ("string_unescaped_newline", b"[\"new\nline\"]"),
    ("string_unescaped_tab", b"[\"\t\"]"),
    ("string_unicode_CapitalU", br#""\UA66D""#),
    ("string_with_trailing_garbage", br#"""x"#),
    ("structure_U+2060_word_joined", b"[\xe2\x81\xa0]"),
    ("structure_UTF8_BOM_no_data", b"\xef\xbb\xbf"),
    ("structure_angle_bracket_.", b"<.>"),
    ("structure_angle_bracket_null", b"[<null>]"),
    ("structure_array_trailing_garbage", b"[1]x"),
    ("structure_array_with_extra_array_close", b"[1]]"),
    ("structure_array_with_unclosed_string", br#"["asd]"#),
    ("structure_ascii-unicode-identifier", b"a\xc3\xa5"),
    ("structure_capitalized_True", b"[True]"),
    ("structure_close_unopened_array", b"1]"),
    ("structure_comma_instead_of_closing_brace", br#"{"x": true,"#),
    ("structure_double_array", b"[][]"),
    ("structure_end_array", b"]"),
    ("structure_incomplete_UTF8_BOM", b"\xef\xbb{}"),
    ("structure_lone-invalid-utf-8", b"\xe5"),
    ("structure_lone-open-bracket", b"["),
    ("structure_no_data", b""),
    ("structure_null-byte-outside-string", b"[\0]"),
    ("structure_number_with_trailing_garbage", b"2@"),
    ("structure_object_followed_by_closing_object", b"{}}"),
    ("structure_object_unclosed_no_value", br#"{"":"#),
    ("structure_object_with_comment", br#"{"a":/*comment*/"b"}"#),
    ("structure_object_with_trailing_garbage", br#"{"a": true} "x""#),
    ("structure_open_array_apostrophe", b"['"),
    ("structure_open_array_comma", b"[,"),
    ("structure_open_array_open_object", b"[{"),
    ("structure_open_array_open_string", br#"["a"#),
    ("structure_open_array_string", br#"["a""#),
    ("structure_open_object", b"{"),
    ("structure_open_object_close_array", b"{]"),
    ("structure_open_object_comma", b"{,"),
    ("structure_open_object_open_array", b"{["),
    ("structure_open_object_open_string", br#"{"a"#),
    ("structure_open_object_string_with_apostrophes", b"{'a'"),
    ("structure_open_open", br#"["\{["\{["\{["\{"#),
    ("structure_single_eacute", b"\xe9"),
    ("structure_single_star", b"*"),
    ("structure_trailing_#", br#"{"a":"b"}#{}"#),
    ("structure_uescaped_LF_before_string", br#"[\u000A""]"#),
    ("structure_unclosed_array", b"[1"),
    ("structure_unclosed_array_partial_null", b"[ false, nul"),
    ("structure_unclosed_array_unfinished_false", b"[ true, fals"),
    ("structure_unclosed_array_unfinished_true", b"[ false, tru"),
    ("structure_unclosed_object", br#"{"asd":"asd""#),
    ("structure_unicode-identifier", b"\xc3\xa5"),
    ("structure_whitespace_U+2060_word_joiner", b"\xe2\x81\xa0"),
    ("structure_whitespace_formfeed", b"[\x0c]"),
];

/// Optional cases that this parser accepts: the grammar bounds neither numbers nor escapes, and values that are not
/// needed are not converted.
const LEFT_OPEN_ACCEPTED: &[(&str, &[u8])] = &[
    ("number_double_huge_neg_exp", b"[123.456e-789]"),
    ("number_huge_exp", b"[0.4e00669999999999999999999999999999999999999999999999999999999999999999999999999999999999999999999999999999969999999006]"),
    ("number_neg_int_huge_exp", b"[-1e+9999]"),
    ("number_pos_double_huge_exp", b"[1.5e+9999]"),
    ("number_real_neg_overflow", b"[-123123e100000]"),
    ("number_real_pos_overflow", b"[123123e100000]"),
    ("number_real_underflow", b"[123e-10000000]"),
    ("number_too_big_neg_int", b"[-123123123123123123123123123123]"),
    ("number_too_big_pos_int", b"[100000000000000000000]"),
    ("number_very_big_negative_int", b"[-237462374673276894279832749832423479823246327846]"),
    ("object_key_lone_2nd_surrogate", br#"{"\uDFAA":0}"#),
    ("string_1st_surrogate_but_2nd_missing", br#"["\uDADA"]"#),
    ("string_1st_valid_surrogate_2nd_invalid", br#"["\uD888\u1234"]"#),
    ("string_incomplete_surrogate_and_escape_valid", br#"["\uD800\n"]"#),
    ("string_incomplete_surrogate_pair", br#"["\uDd1ea"]"#),
    ("string_incomplete_surrogates_escape_valid", br#"["\uD800\uD800\n"]"#),
    ("string_invalid_lonely_surrogate", br#"["\ud800"]"#),
    ("string_invalid_surrogate", br#"["\ud800abc"]"#),
    ("string_inverted_surrogates_U+1D11E", br#"["\uDd1e\uD834"]"#),
    ("string_lone_second_surrogate", br#"["\uDFAA"]"#),
];

/// Optional cases that this parser rejects: text must be UTF-8.
const LEFT_OPEN_REFUSED: &[(&str, &[u8])] = &[
    ("string_UTF-16LE_with_BOM", b"\xff\xfe[\0\"\0\xe9\0\"\0]\0"),
    ("string_UTF-8_invalid_sequence", b"[\"\xe6\x97\xa5\xd1\x88\xfa\"]"),
    ("string_UTF8_surrogate_U+D800", b"[\"\xed\xa0\x80\"]"),
    ("string_invalid_utf-8", b"[\"\xff\"]"),
    ("string_iso_latin_1", b"[\"\xe9\"]"),
    ("string_lone_utf8_continuation_byte", b"[\"\x81\"]"),
    ("string_not_in_unicode_range", b"[\"\xf4\xbf\xbf\xbf\"]"),
    ("string_overlong_sequence_2_bytes", b"[\"\xc0\xaf\"]"),
    ("string_overlong_sequence_6_bytes", b"[\"\xfc\x83\xbf\xbf\xbf\xbf\"]"),
    ("string_overlong_sequence_6_bytes_null", b"[\"\xfc\x80\x80\x80\x80\x80\"]"),
    ("string_truncated-utf-8", b"[\"\xe0\xff\"]"),
    ("string_utf16BE_no_BOM", b"\0[\0\"\0\xe9\0\"\0]"),
    ("string_utf16LE_no_BOM", b"[\0\"\0\xe9\0\"\0]\0"),
];

/// Fields in which the verdict must equal that of the whole text: known, unknown, read, skipped, first, last and
/// between others.
const PLACES: &[&str] = &[
    "#",
    " \t\r\n#\r\n\t ",
    r#"{"other":#}"#,
    r#"{"name":"N","other": # ,"id":101}"#,
    r#"{"other":{"deep":[0,#,1]}}"#,
    r#"{"id":#}"#,
    r#"{"id":#,"name":"N"}"#,
    r#"{"name":#}"#,
    r#"{"licence_term":#,"name":"N"}"#,
    r#"{"renew_settings":#}"#,
    r#"{"renew_settings":{"other":#,"renew_ar":{"enable":true}}}"#,
    r#"{"renew_settings":{"product_id_for_renew":#}}"#,
    r#"{"renew_settings":{"product_id_for_renew":[102,#]}}"#,
    r#"{"renew_settings":{"renew_ar":#}}"#,
    r#"{"renew_settings":{"renew_ar":{"enable":#}}}"#,
    r#"{"renew_settings":{"renew_pmr":#,"renew_email":true}}"#,
    r#"{"localization_values":#}"#,
    r#"{"localization_values":{"en_US":#}}"#,
    r#"{"localization_values":{"en_US":{"comment_for_product_for_AR":#}}}"#,
    r#"{"localization_values":{"no":#}}"#,
    r#"{"variants":#}"#,
    r#"{"variants":[#,{}]}"#,
    r#"{"variants":[0,#,{}]}"#,
    r#"{"variants":[{"sku":#}]}"#,
    r#"{"variants":[{},{"price":#}]}"#,
    r#"{"variants":[{"price":{"common":#}}]}"#,
    r#"{"variants":[{"price":{"common":{"price":#,"currency":"USD"}}}]}"#,
    r#"{"variants":[{"price":{"net":#}}]}"#,
    r#"{"id":#,"id":101}"#,
];

/// Returns the paths of the syntax errors.
fn faults(diagnostics: &[Diagnostic]) -> Vec<&str> {
    let faults = diagnostics.iter().filter(|d| d.code == Code::JsonSyntax);
    faults.map(|d| d.path.as_str()).collect()
}

/// Describes each wrong verdict on a text, alone and in each field.
fn misjudged(name: &str, text: &[u8], is_json: bool) -> Vec<String> {
    let options = Options::default();
    let mut failures = Vec::new();
    // Long texts take too long in every field.
    let places = if text.len() > 10_000 { 6 } else { PLACES.len() };
    for place in &PLACES[..places] {
        let (before, after) = place.split_once('#').unwrap();
        let whole = [before.as_bytes(), text, after.as_bytes()].concat();
        let mut expect = |how: &str, found: &[Diagnostic], path: &str| {
            if faults(found) != Vec::from_iter((!is_json).then_some(path)) {
                failures.push(format!("{name} in {place} {how}: {:?}", faults(found)));
            }
        };
        expect("as bytes", &check(&*whole, &options).diagnostics, "");
        expect("alone", &check_catalogue(&*whole, &options).diagnostics, "");
        if let Ok(whole) = std::str::from_utf8(&whole) {
            expect("as text", &check(whole, &options).diagnostics, "");
            let alone = check(Input::Json(whole.into()), &options);
            expect("as JSON", &alone.diagnostics, "");
        }
        let list = [b"[{},", &*whole, b"]"].concat();
        let report = check_catalogue(&*list, &options);
        expect("in a catalogue", &report.diagnostics, "");
        if !whole.contains(&b'\n') && !whole.trim_ascii().is_empty() {
            let lines = [b"{}\n", &*whole, b"\n{}"].concat();
            let report = check_catalogue_lines(&lines, &options);
            expect("as a line", &report.diagnostics, "/1");
        }
    }
    failures
}

pub(super) fn judged(cases: &[(&str, &[u8])], is_json: bool) {
    let failures: Vec<String> = cases.iter().flat_map(|(name, text)| misjudged(name, text, is_json)).collect();
    verdict(&failures);
}

#[test]
fn mandatory_valid_cases_are_accepted() {
    assert_eq!(ACCEPTED.len(), 95);
    judged(ACCEPTED, true);
}

#[test]
fn mandatory_invalid_cases_are_rejected() {
    let arrays = "[".repeat(100_000);
    let objects = "[{\"\":".repeat(50_000) + "\n";
    let deep: [(&str, &[u8]); 2] =
        [("structure_100000_opening_arrays", arrays.as_bytes()), ("structure_open_array_object", objects.as_bytes())];
    assert_eq!(REFUSED.len() + deep.len(), 188);
    judged(REFUSED, false);
    judged(&deep, false);
}

#[test]
fn optional_cases_match_the_documented_choice() {
    let nested = "[".repeat(500) + &"]".repeat(500);
    let deep: [(&str, &[u8]); 1] = [("structure_500_nested_arrays", nested.as_bytes())];
    let count = LEFT_OPEN_ACCEPTED.len() + LEFT_OPEN_REFUSED.len() + deep.len();
    assert_eq!(count + 1, 35);
    judged(LEFT_OPEN_ACCEPTED, true);
    judged(LEFT_OPEN_REFUSED, false);
    // A depth limit would be allowed, but skipped values need none.
    judged(&deep, true);
    // A byte order mark is allowed at the start only.
    let marked = ["\u{feff}{}", "\u{feff} \n{\"other\":\"\u{feff}\"}\n"];
    for text in marked {
        for input in [Input::from(text), text.as_bytes().into(), Input::Json(text.into())] {
            let report = check(input, &Options::default());
            assert_eq!(report.diagnostics, [], "structure_UTF-8_BOM_empty_object");
        }
    }
    for place in PLACES.iter().filter(|place| !place.trim().starts_with('#')) {
        let text = place.replace('#', "\u{feff}{}");
        let found = check(text.as_str(), &Options::default()).diagnostics;
        assert_eq!(faults(&found), [""], "{text}");
    }
    let array = check_catalogue("\u{feff}[{}]", &Options::default());
    assert_eq!(faults(&array.diagnostics), [""; 0]);
    for refused in ["[\u{feff}{}]", "[{},\u{feff}{}]", "[{}]\u{feff}", "[{}\u{feff}]"] {
        let found = check_catalogue(refused, &Options::default()).diagnostics;
        assert_eq!(faults(&found), [""], "{refused}");
    }
    let lines = check_catalogue_lines("\u{feff}\n{}\n\u{feff}{}", &Options::default());
    assert_eq!(faults(&lines.diagnostics), ["/1"]);
}
